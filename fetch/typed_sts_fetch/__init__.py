"""Records of cultural-heritage items: the Item, its file formats, and the Europeana client."""
