insert into participant (id, code, slot, arm, form, stratum, seed, study_version, locale, status, simulated, recruitment,
  created_at)
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, 'active', $10, $11, $12)
