"""One module for each group of commands; typed_sts.cli.main puts them together."""
