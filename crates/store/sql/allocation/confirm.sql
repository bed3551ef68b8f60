update allocation set state = 'confirmed' where number = $1 and state = 'reserved'
