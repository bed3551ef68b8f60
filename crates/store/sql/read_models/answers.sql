select s.participant, s.answers
from participant p
cross join submission s
where p.kind = 'person' and s.participant = p.id and s.item = $1 and s.attempt = 1 and s.stage <> 'initial'
