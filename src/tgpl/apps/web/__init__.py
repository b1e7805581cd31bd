"""A table in the browser: the server, its messages, its store, and the page."""
