delete from participant where id = $1
