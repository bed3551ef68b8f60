select p.recruitment, b.cents
from bonus b
left join participant p on p.id = b.participant
where b.run = $1
