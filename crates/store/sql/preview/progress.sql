insert into progress (participant, revision, step, page, memory, at) values ($1, 0, $2, $3, $4, $5)
