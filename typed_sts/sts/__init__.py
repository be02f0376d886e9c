"""Similarity of two sentences, as the CORE tasks of 2012 to 2015 ask for it, in English and Spanish."""
