-- What minimisation drew: one row for each slot that was drawn, with what is needed to compute its arm again. It does not
-- contain participants.
create table draw (
  number integer not null primary key references allocation (number),
  study_version text not null references study_version (hash),
  -- Participants who counted before it, by their levels and by arm, and the arms that were full, as JSON.
  balance text not null,
  -- Below 2^53, from the seed and the number.
  random integer not null
) strict;
