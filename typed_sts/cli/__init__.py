"""One module for each group of commands; typed_sts.cli.commands puts them together."""
