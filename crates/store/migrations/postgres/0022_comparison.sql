-- When the participants are compared with the recruiter's list of submissions, and the result of the last time. One
-- server does it at a time: the one that reserved it.
create table comparison (
  recruiter text not null primary key,
  next_at bigint not null,
  reserved_until bigint,
  attempts bigint not null default 0,
  failed_at bigint,
  failure text,
  compared_at bigint,
  result text
);

-- The cases to check of the last comparison, by participant. No export reads them.
create table comparison_case (
  number bigint not null primary key,
  participant text not null references participant (id),
  wave text not null,
  finding text not null,
  status text not null
);

create index comparison_case_participant on comparison_case (participant);
