select id from participant where code = $1 and kind = 'person'
