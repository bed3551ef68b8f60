select coalesce(max(number * $1), 0) + 1 from allocation where number * $1 > 0
