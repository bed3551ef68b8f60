select p.code, c.wave, c.finding, c.status
from comparison_case c
join participant p on p.id = c.participant
order by c.number
