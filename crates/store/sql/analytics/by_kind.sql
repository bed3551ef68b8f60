select kind, count(*), count(distinct participant) from event where kind is not null group by kind order by kind
