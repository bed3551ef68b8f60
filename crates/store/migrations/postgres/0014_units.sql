-- The units of a cluster-randomised trial, such as classes, and the slots of their members. Neither contains participants;
-- `participant` contains the number of the slot.
create table unit (
  -- In the order in which units were allocated, from 1; of simulated participants, from -1 downwards.
  number bigint not null primary key,
  -- The code in the link; none once the study is anonymised.
  code text,
  stratum text not null,
  -- The slot in the permuted blocks of the stratum, from 1.
  slot bigint not null,
  block bigint not null,
  -- The arm of all members. It never changes.
  arm text not null,
  study_version text not null references study_version (hash),
  allocated_at bigint not null
);

create unique index unit_code on unit (code, (number > 0));

create table unit_member (
  slot bigint not null primary key references allocation (number),
  unit bigint not null references unit (number)
);

create index unit_members on unit_member (unit);
