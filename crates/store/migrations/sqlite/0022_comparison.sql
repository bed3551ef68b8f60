-- When the participants are compared with the recruiter's list of submissions, and the result of the last time. One
-- server does it at a time: the one that reserved it.
create table comparison (
  recruiter text not null primary key,
  next_at integer not null,
  reserved_until integer,
  attempts integer not null default 0,
  failed_at integer,
  failure text,
  compared_at integer,
  result text
) strict;

-- The cases to check of the last comparison, by participant. No export reads them.
create table comparison_case (
  number integer not null primary key,
  participant text not null references participant (id),
  wave text not null,
  finding text not null,
  status text not null
) strict;

create index comparison_case_participant on comparison_case (participant);
