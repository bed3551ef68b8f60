select 1 from bonus where person = $1
