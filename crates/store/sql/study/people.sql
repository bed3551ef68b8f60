select (select count(*) from participant where kind = 'person' and simulated = 0)
  + (select count(*) from allocation where number > 0 and state <> 'free')
