select p.code, e.item, e.file, e.shown_ms, e.study_version, e.at, e.measured_at
from participant p
join exposure e on e.participant = p.id
where p.simulated <= $1 and p.kind = 'person' and p.code >= $2 and p.code <= $3
order by p.code, e.at, e.id
