select e.participant, e.step, e.page, e.at, coalesce(e.measured_at, e.at)
from step_event e
join participant p on p.id = e.participant
where p.kind = 'person'
order by e.participant, e.step
