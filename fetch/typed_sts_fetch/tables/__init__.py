"""Tables of records as collections systems export them, CSV, Excel and rows of elements in XML, into Items."""
