"""The whole TYPED experiment, from the task's files and a Europeana key to a report."""
