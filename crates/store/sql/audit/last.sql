select number, hash from audit order by number desc limit 1
