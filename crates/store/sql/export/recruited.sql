select code, study_version, recruitment, status, completed_at from participant
where simulated = 0 and recruitment is not null
order by code
