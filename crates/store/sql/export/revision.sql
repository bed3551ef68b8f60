select
  (select count(*) from participant),
  (select cast(coalesce(sum(revision), 0) as bigint) from progress),
  (select count(*) from audit where action not in
    ('sign in', 'view participant', 'ask for export', 'export data', 'export events',
     'download audit log', 'reconcile', 'read the report')),
  (select count(*) from withdrawal),
  (select count(*) from consent)
