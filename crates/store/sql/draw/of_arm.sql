select count(*) from allocation where arm = $1 and number * $2 > 0
