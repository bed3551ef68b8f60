-- Accounts: who a participant is. Research data refer to an account only through `link`.
create table account (
  id text not null primary key,
  username text not null,
  username_key text not null unique,
  password_hash text not null,
  role text not null check (role in ('participant', 'admin')),
  first_name text,
  last_name text,
  created_at integer not null
) strict;

create table study_version (
  hash text not null primary key,
  bundle text not null,
  activated_at integer not null
) strict;

-- The allocation schedule: written before the first participant, claimed in ascending order of a stratum's numbers. It
-- does not contain participants; `participant` contains the number of the slot.
create table allocation (
  number integer not null primary key,
  stratum text not null default '',
  block integer not null,
  arm text not null,
  form text not null,
  state text not null default 'free' check (state in ('free', 'reserved', 'confirmed', 'withdrawn')),
  claimed_at integer
) strict;
create index allocation_state on allocation (stratum, state, number);

create table participant (
  id text not null primary key,
  code text not null unique,
  place integer unique references allocation (number),
  arm text,
  form text,
  -- The stratum of all their slots; empty if the study has no strata.
  stratum text not null default '',
  seed integer not null,
  study_version text not null references study_version (hash),
  locale text not null,
  status text not null check (status in ('active', 'completed', 'withdrawn')),
  simulated integer not null check (simulated in (0, 1)),
  recruitment text,
  created_at integer not null,
  exposed_at integer,
  completed_at integer,
  withdrawn_at integer
) strict;

create table link (
  participant text not null primary key references participant (id),
  account text not null unique references account (id)
) strict;

-- Keyed hashes of recruitment IDs that have taken part. They identify no person, and erasure keeps them: a participant
-- who withdrew can't register again in another arm.
create table recruited (
  person blob not null primary key
) strict;

create table progress (
  participant text not null primary key references participant (id),
  revision integer not null,
  step integer not null,
  page text not null,
  memory text not null,
  at integer not null
) strict;

-- One row for each submission, with its receipt.
create table submission (
  id text not null primary key,
  participant text not null references participant (id),
  item text not null,
  attempt integer not null,
  page text not null,
  step integer not null,
  answers text not null,
  correct integer check (correct in (0, 1)),
  scores text not null,
  verdict text,
  evidence text,
  idempotency_key text,
  body_hash blob not null,
  receipt text not null,
  study_version text not null,
  at integer not null,
  unique (participant, item, attempt),
  unique (participant, idempotency_key)
) strict;

create table step_event (
  participant text not null references participant (id),
  step integer not null,
  page text not null,
  at integer not null,
  primary key (participant, step)
) strict;

create table consent (
  participant text not null references participant (id),
  version text not null,
  bundle_hash text not null,
  locale text not null,
  ticks text not null,
  text_hash text not null,
  at integer not null,
  primary key (participant, version, at)
) strict;

create table session (
  family text not null primary key,
  account text not null references account (id),
  access_hash blob not null unique,
  access_until integer not null,
  refresh_hash blob not null unique,
  previous_refresh_hash blob unique,
  generation integer not null,
  rotated_at integer not null,
  successor_used integer not null check (successor_used in (0, 1)),
  idle_until integer not null,
  ends_at integer not null,
  created_at integer not null,
  revoked_at integer,
  revoked_reason text
) strict;
create index session_account on session (account);

-- Refresh tokens that are at least two generations old. If one is used, it was stolen.
create table spent_refresh (
  hash blob not null primary key,
  family text not null references session (family) on delete cascade
) strict;
create index spent_refresh_family on spent_refresh (family);

create table throttle (
  key text not null primary key,
  attempts integer not null,
  open_at integer not null,
  last_at integer not null
) strict;

-- Withdrawals; after an erasure without the participant.
create table withdrawal (
  receipt text not null primary key,
  mode text not null check (mode in ('keep', 'erase')),
  participant text unique references participant (id),
  arm text,
  exposed integer not null check (exposed in (0, 1)),
  completed integer not null check (completed in (0, 1)),
  simulated integer not null check (simulated in (0, 1)),
  at integer not null
) strict;

create table audit (
  number integer not null primary key,
  at integer not null,
  actor text not null,
  action text not null,
  details text not null,
  previous blob not null,
  hash blob not null
) strict;

create table meta (
  key text not null primary key,
  value text not null
) strict;
