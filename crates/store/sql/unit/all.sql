select u.number, u.code, u.stratum, u.slot, u.block, u.arm, u.study_version, u.allocated_at,
  count(case when l.state <> 'free' then 1 end), count(case when l.state = 'confirmed' then 1 end)
from unit u
left join unit_member m on m.unit = u.number
left join allocation l on l.number = m.slot
where u.number > 0 or $1 = 1
group by u.number, u.code, u.stratum, u.slot, u.block, u.arm, u.study_version, u.allocated_at
order by u.number
