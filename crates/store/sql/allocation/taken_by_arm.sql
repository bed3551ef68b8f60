select arm, count(*) from allocation where state <> 'free' group by arm order by arm
