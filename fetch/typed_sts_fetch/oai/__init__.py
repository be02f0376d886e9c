"""Records from servers that speak OAI-PMH: the client, what its answers say, and harvests that can be resumed."""
