insert into program_token (id, name, study, role, hash, created_by, created_at, until)
values ($1, $2, $3, $4, $5, $6, $7, $8)
