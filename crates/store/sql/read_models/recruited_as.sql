select id from participant where recruitment like $1 escape '\' and kind = 'person'
