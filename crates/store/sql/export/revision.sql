select (select count(*) from participant), (select cast(coalesce(sum(revision), 0) as bigint) from progress),
  (select coalesce(max(number), 0) from audit), (select count(*) from withdrawal), (select count(*) from consent)
