update allocation set state = 'reserved', claimed_at = $2
where number = $1 and state = 'free'
returning number, stratum, block, arm, form
