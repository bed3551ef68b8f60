select (select count(*) from participant where kind = 'person' and simulated = 0),
  (select count(*) from participant where kind <> 'person' or simulated = 1),
  (select count(*) from link),
  (select count(*) from account where role = 'participant'),
  (select count(*) from participant where kind = 'person' and simulated = 0 and recruitment is not null)
