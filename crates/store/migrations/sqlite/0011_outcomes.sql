-- How the participation in a wave ended: at most one row for each participant and wave. Rows are added and never changed;
-- erasure deletes them with the participant. The codes are in the study version.
create table outcome (
  participant text not null references participant (id),
  wave text not null,
  outcome text not null check (outcome in ('completed', 'screened_out', 'quota_full', 'withdrawn')),
  at integer not null,
  primary key (participant, wave)
) strict;

insert into outcome (participant, wave, outcome, at)
select id, 'main', 'completed', completed_at from participant where completed_at is not null;
insert into outcome (participant, wave, outcome, at)
select id, 'main', 'withdrawn', coalesce(withdrawn_at, created_at) from participant
where completed_at is null and status = 'withdrawn';
insert into outcome (participant, wave, outcome, at)
select participant, wave, 'completed', completed_at from participant_wave where completed_at is not null;

create trigger outcome_stays before update on outcome
begin
  select raise(abort, 'outcomes are append-only: none can be changed');
end;

-- The quotas that a participant belongs to by their answers. Those who have a slot count.
create table quota_member (
  participant text not null references participant (id),
  quota text not null,
  primary key (participant, quota)
) strict;

create index quota_member_quota on quota_member (quota);
