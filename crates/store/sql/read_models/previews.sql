select count(*) from participant where kind = 'preview'
