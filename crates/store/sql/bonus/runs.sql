select r.number, r.at, r.currency, count(b.person), cast(coalesce(sum(b.cents), 0) as bigint)
from bonus_run r
left join bonus b on b.run = r.number
group by r.number, r.at, r.currency
order by r.number desc
