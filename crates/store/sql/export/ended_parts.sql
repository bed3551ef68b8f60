select p.code, o.wave, o.outcome
from outcome o
join participant p on p.id = o.participant
where p.simulated = 0 and p.recruitment is not null and o.wave <> 'main' and o.outcome in ('timed_out', 'failed')
order by p.code, o.wave
