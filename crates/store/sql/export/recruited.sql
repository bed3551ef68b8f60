select code, study_version, recruitment, status, completed_at,
  (select o.outcome from outcome o where o.participant = participant.id and o.wave = 'main'),
  (select count(*) from participant_wave w where w.participant = participant.id and w.started_at is not null
    and w.completed_at is null and w.closes_at > $1 and not exists (select 1 from outcome e
      where e.participant = w.participant and e.wave = w.wave))
from participant
where simulated = 0 and recruitment is not null
order by code
