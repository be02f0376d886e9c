"""Long work: processes that keep the order, and progress that can be seen."""
