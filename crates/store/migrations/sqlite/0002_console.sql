-- A preview is created by the researcher and is in no count and no export.
alter table participant add column kind text not null default 'person' check (kind in ('person', 'preview'));

-- Exclusions from the analysis, with the reason. A re-inclusion deletes the row; the audit log keeps both.
create table exclusion (
  participant text not null primary key references participant (id),
  reason text not null,
  actor text not null,
  at integer not null
) strict;

-- Quality flags, written with the submission that raises them.
create table flag (
  participant text not null references participant (id),
  kind text not null check (kind in ('too_fast', 'straight_lining', 'failed_attention', 'media_failed')),
  item text not null,
  at integer not null,
  primary key (participant, kind, item)
) strict;
