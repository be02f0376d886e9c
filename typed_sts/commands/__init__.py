"""One module for each group of commands; typed_sts.cli puts them together."""
