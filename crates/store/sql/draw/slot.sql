insert into allocation (number, stratum, block, arm, form, state, claimed_at) values ($1, $2, 0, $3, $4, 'reserved', $5)
