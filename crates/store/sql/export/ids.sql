select code, id from participant where simulated <= $1 and kind = 'person' order by code
