select number from allocation where stratum = $1 and state = 'free' and number < 0 order by number desc limit 1
