"""How the models and lexicons in the package were made: run by us, read by the curious."""
