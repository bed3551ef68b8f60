select coalesce(max(number * $1), 0) + 1, count(case when stratum = $2 then 1 end)
from unit
where number * $1 > 0
