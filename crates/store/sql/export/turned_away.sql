select p.code
from outcome o
join participant p on p.id = o.participant
where o.wave = 'main' and o.outcome in ('screened_out', 'quota_full', 'timed_out', 'failed') and p.exposed_at is null
