select count(*) from allocation where number < 0
