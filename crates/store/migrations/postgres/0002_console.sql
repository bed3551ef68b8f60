-- Whom a researcher made to look at the study takes part in nothing and is in no count and no export.
alter table participant add column kind text not null default 'person' check (kind in ('person', 'preview'));

-- Left out of the analysis, and why. Undone, the row goes; the audit log keeps both.
create table exclusion (
  participant text not null primary key references participant (id),
  reason text not null,
  actor text not null,
  at bigint not null
);

-- What a submission made a researcher want to look at; written with the submission that shows it.
create table flag (
  participant text not null references participant (id),
  kind text not null check (kind in ('too_fast', 'straight_lining', 'failed_attention', 'media_failed')),
  item text not null,
  at bigint not null,
  primary key (participant, kind, item)
);
