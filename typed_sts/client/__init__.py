"""The service from Python: a client that answers with the dataclasses of the package."""
