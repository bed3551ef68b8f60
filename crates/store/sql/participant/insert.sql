insert into participant (id, code, place, arm, form, seed, study_version, locale, status, simulated, recruitment, created_at)
values ($1, $2, $3, $4, $5, $6, $7, $8, 'active', $9, $10, $11)
