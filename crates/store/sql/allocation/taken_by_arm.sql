select arm, count(*) from allocation where state <> 'free' and number > 0 group by arm order by arm
