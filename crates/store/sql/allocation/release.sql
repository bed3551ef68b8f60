update allocation set state = 'free', claimed_at = null where number = $1 and state = 'reserved'
