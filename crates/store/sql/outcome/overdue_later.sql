select w.participant
from participant_wave w
join participant p on p.id = w.participant
where p.study_version = $1 and w.wave = $2 and w.started_at <= $3 and w.started_at < w.closes_at + $4
  and w.completed_at is null and p.status <> 'withdrawn' and p.simulated = 0 and p.kind = 'person'
  and not exists (select 1 from outcome o where o.participant = w.participant and o.wave = w.wave)
order by w.participant
