"""The survey on the web: what raters see, and the dashboard of the organiser."""
