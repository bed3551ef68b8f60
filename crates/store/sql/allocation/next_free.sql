select number from allocation where stratum = $1 and state = 'free' order by number limit 1
