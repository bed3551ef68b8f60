-- The later parts of the study, for each participant who can take part in them. The times are fixed when the earlier
-- part is completed.
create table participant_wave (
  participant text not null references participant (id),
  wave text not null,
  opens_at bigint not null,
  closes_at bigint not null,
  started_at bigint,
  completed_at bigint,
  primary key (participant, wave)
);
