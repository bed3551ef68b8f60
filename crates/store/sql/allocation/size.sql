select count(*), coalesce(max(number), 0) from allocation where number > 0
