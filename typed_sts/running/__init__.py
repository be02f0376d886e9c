"""Long work: processes, or a cluster, that keep the order, and progress that can be seen."""
