"""How fast the product is, measured; nothing is asserted about the machine."""
