select p.code, p.arm, p.study_version, e.step, e.page, e.at, coalesce(e.measured_at, e.at)
from participant p
join step_event e on e.participant = p.id
where p.simulated <= $1 and p.kind = 'person'
order by p.code, e.step
