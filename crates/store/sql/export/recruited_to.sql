select p.code, p.study_version, p.recruitment, p.status, w.completed_at,
  (select o.outcome from outcome o where o.participant = p.id and o.wave = $2 and o.outcome in ('timed_out', 'failed')),
  (select count(*) from participant_wave own where own.participant = p.id and own.wave = $2
    and own.started_at is not null and own.completed_at is null and own.closes_at > $1
    and not exists (select 1 from outcome e where e.participant = own.participant and e.wave = own.wave))
from participant p
left join participant_wave w on w.participant = p.id and w.wave = $2
where p.simulated = 0 and p.kind = 'person' and p.recruitment is not null
order by p.code
