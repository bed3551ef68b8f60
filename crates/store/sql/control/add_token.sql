insert into program_token (id, name, study, role, may_unblind, hash, created_by, created_at, until)
values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
