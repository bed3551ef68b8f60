insert into progress (participant, revision, step, page, memory, at) values ($1, 0, 0, $2, '{}', $3)
