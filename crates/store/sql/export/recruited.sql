select code, study_version, recruitment, status, completed_at,
  (select o.outcome from outcome o where o.participant = participant.id and o.wave = 'main')
from participant
where simulated = 0 and recruitment is not null
order by code
