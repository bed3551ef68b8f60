select l.number, l.stratum, l.arm, l.form, l.state, d.study_version, d.balance, d.random
from draw d
join allocation l on l.number = d.number
where d.number > 0
order by d.number
