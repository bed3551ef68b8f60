select id, code, slot, arm, form, stratum, seed, study_version, locale, status, simulated, recruitment, created_at,
  exposed_at, coalesce(exposed_measured_at, exposed_at), completed_at, coalesce(completed_measured_at, completed_at)
from participant
where id = $1
