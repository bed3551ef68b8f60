select count(*)
from unit_member m
join allocation l on l.number = m.slot
where m.unit = $1 and l.state <> 'free'
