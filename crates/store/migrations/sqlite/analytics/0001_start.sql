-- Usage events that browsers sent. They are not research data: answers are in `submission`.
create table event (
  id text not null primary key,
  -- SHA-256 of what makes two events the same: senders repeat what they are not sure has arrived.
  same blob not null unique,
  name text not null,
  kind text,
  -- Null if the owner is not proven.
  participant text,
  distinct_id text not null,
  device text,
  session text,
  happened_at integer not null,
  received_at integer not null,
  imported integer not null check (imported in (0, 1)),
  properties text not null
) strict;
create index event_participant on event (participant, happened_at);
create index event_device on event (device);

-- Profiles of users (kind 'people') and of groups of another kind.
create table profile (
  kind text not null,
  id text not null,
  proven integer not null check (proven in (0, 1)),
  participant text,
  revision integer not null,
  properties text not null,
  changed_at integer not null,
  primary key (kind, id, proven)
) strict;
create index profile_participant on profile (participant);
