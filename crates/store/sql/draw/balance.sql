select stratum, arm, count(*) from allocation
where state <> 'free' and number * $1 > 0
group by stratum, arm
order by stratum, arm
