"""Computing for requests, in processes that can be ended."""
