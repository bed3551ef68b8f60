select number from allocation where state = 'free' order by number limit 1
