select 1 from participant where id = $1 and kind = 'preview'
