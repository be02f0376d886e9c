"""Records from Europeana: the client, what is kept of its answers, and runs that can be resumed."""
