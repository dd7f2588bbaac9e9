"""Rules as source of other languages: one typed front end, small back ends, the same bytes in all of them."""
