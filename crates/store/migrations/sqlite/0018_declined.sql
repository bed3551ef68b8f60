-- One more outcome: a participant said that they will not take part in a later part.
create table outcome_with_declined (
  participant text not null references participant (id),
  wave text not null,
  outcome text not null check (outcome in ('completed', 'screened_out', 'quota_full', 'withdrawn', 'timed_out', 'failed',
    'declined')),
  at integer not null,
  primary key (participant, wave)
) strict;
insert into outcome_with_declined select participant, wave, outcome, at from outcome;
drop table outcome;
alter table outcome_with_declined rename to outcome;

create trigger outcome_stays before update on outcome
begin
  select raise(abort, 'outcomes are append-only: none can be changed');
end;
