-- Two more outcomes: the time limit passed, and checks were failed.
create table outcome_of_any_kind (
  participant text not null references participant (id),
  wave text not null,
  outcome text not null check (outcome in ('completed', 'screened_out', 'quota_full', 'withdrawn', 'timed_out', 'failed')),
  at integer not null,
  primary key (participant, wave)
) strict;
insert into outcome_of_any_kind select participant, wave, outcome, at from outcome;
drop table outcome;
alter table outcome_of_any_kind rename to outcome;

create trigger outcome_stays before update on outcome
begin
  select raise(abort, 'outcomes are append-only: none can be changed');
end;
