select coalesce(max(number), 0) + 1 from bonus_run
