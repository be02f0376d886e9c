"""The HTTP service and the page: answers of one collection and one model, over HTTP."""
