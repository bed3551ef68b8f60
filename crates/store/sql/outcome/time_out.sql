insert into outcome (participant, wave, outcome, at)
select id, 'main', 'timed_out', $2
from participant
where id = $1 and status = 'active'
on conflict do nothing
