update allocation set state = 'withdrawn' where number = $1
