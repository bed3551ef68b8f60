select count(*) from allocation where state <> 'free'
