insert into participant (id, code, slot, arm, form, seed, study_version, locale, status, simulated, created_at, kind)
values ($1, $2, null, $3, $4, $5, $6, $7, 'active', 0, $8, 'preview')
