"""What stands between the network and the routes: access, limits, logs, metrics and errors."""
