"""What is known before anything is read: tables of concepts and their names; `concepts` reads them."""
