update allocation set state = 'withdrawn' where number = (select place from participant where id = $1)
