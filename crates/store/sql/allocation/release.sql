update allocation set state = 'free' where number = $1 and state = 'reserved'
