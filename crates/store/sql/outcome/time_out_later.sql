insert into outcome (participant, wave, outcome, at)
select w.participant, w.wave, 'timed_out', $3
from participant_wave w
join participant p on p.id = w.participant
where w.participant = $1 and w.wave = $2 and w.started_at is not null and w.completed_at is null
  and p.status <> 'withdrawn'
on conflict do nothing
