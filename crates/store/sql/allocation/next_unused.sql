select number from allocation where stratum = $1 and state = 'free' and claimed_at is null order by number limit 1
