insert into ceremony (id, kind, state, until) values ($1, $2, $3, $4)
