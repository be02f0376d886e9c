"""How well scores agree with gold: correlations, their uncertainty, and reports of them."""
