"""The pages a merchant's team works on."""
