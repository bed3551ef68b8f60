select l.number, l.stratum, l.block, l.arm, l.form, l.state, l.claimed_at, p.code, p.arm, p.exposed_at, p.completed_at
from allocation l
left join participant p on p.slot = l.number
where l.number > 0
order by l.number
