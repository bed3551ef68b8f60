select (select count(*) from participant), (select count(*) from link),
  (select count(*) from account where role = 'participant'),
  (select count(*) from participant where recruitment is not null)
