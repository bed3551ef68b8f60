-- The later parts of the study, for each participant who can take part in them. The times are fixed when the earlier
-- part is completed.
create table participant_wave (
  participant text not null references participant (id),
  wave text not null,
  opens_at integer not null,
  closes_at integer not null,
  started_at integer,
  completed_at integer,
  primary key (participant, wave)
) strict;
