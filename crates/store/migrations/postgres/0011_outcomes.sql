-- How the participation in a wave ended: at most one row for each participant and wave. Rows are added and never changed;
-- erasure deletes them with the participant. The codes are in the study version.
create table outcome (
  participant text not null references participant (id),
  wave text not null,
  outcome text not null check (outcome in ('completed', 'screened_out', 'quota_full', 'withdrawn')),
  at bigint not null,
  primary key (participant, wave)
);

insert into outcome (participant, wave, outcome, at)
select id, 'main', 'completed', completed_at from participant where completed_at is not null;
insert into outcome (participant, wave, outcome, at)
select id, 'main', 'withdrawn', coalesce(withdrawn_at, created_at) from participant
where completed_at is null and status = 'withdrawn';
insert into outcome (participant, wave, outcome, at)
select participant, wave, 'completed', completed_at from participant_wave where completed_at is not null;

create or replace function outcome_stays() returns trigger language plpgsql as $$
begin
  raise exception 'outcomes are append-only: none can be changed';
end
$$;

create trigger outcome_stays before update on outcome
for each statement execute function outcome_stays();

-- The quotas that a participant belongs to by their answers. Those who have a slot count.
create table quota_member (
  participant text not null references participant (id),
  quota text not null,
  primary key (participant, quota)
);

create index quota_member_quota on quota_member (quota);
