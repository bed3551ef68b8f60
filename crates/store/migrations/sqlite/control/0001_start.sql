-- Studies beside the one at the root. Each has a database of its own.
create table study (
  id text not null primary key,
  title text not null,
  folder text not null,
  media_url text,
  -- Null for a study under a path.
  host text unique,
  created_at integer not null,
  archived_at integer
) strict;

-- Those who use the consoles. The columns of account, session, spent_refresh and throttle are those of a study's
-- database, and so are the statements on them.
create table account (
  id text not null primary key,
  username text not null,
  username_key text not null unique,
  -- Empty until the person has chosen a password.
  password_hash text not null,
  role text not null check (role = 'admin'),
  first_name text,
  last_name text,
  created_at integer not null
) strict;

-- What a person may do in a study. The study `*` is all of them.
create table membership (
  account text not null references account (id) on delete cascade,
  study text not null,
  role text not null check (role in ('owner', 'editor', 'monitor', 'analyst', 'auditor')),
  may_unblind integer not null check (may_unblind in (0, 1)),
  since integer not null,
  primary key (account, study)
) strict;

-- Links with which a person sets a password.
create table invitation (
  token blob not null primary key,
  account text not null references account (id) on delete cascade,
  until integer not null
) strict;
create index invitation_account on invitation (account);

-- Codes with which a person who has lost the password signs in once.
create table recovery_code (
  account text not null references account (id) on delete cascade,
  hash blob not null,
  primary key (account, hash)
) strict;

-- Tokens of programs, which act with a role in a study, or in all (`*`).
create table program_token (
  id text not null primary key,
  name text not null,
  study text not null,
  role text not null check (role in ('owner', 'editor', 'monitor', 'analyst', 'auditor')),
  hash blob not null unique,
  created_by text not null,
  created_at integer not null,
  until integer not null,
  used_at integer
) strict;

create table session (
  family text not null primary key,
  account text not null references account (id) on delete cascade,
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
  revoked_reason text,
  -- The browser, as it describes itself.
  agent text
) strict;
create index session_account on session (account);

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

-- Entries of the audit log are added, and that is all: no statement of the program does anything else, and none of
-- anybody else's either as long as these triggers are there. What was done after taking them away shows in the chain.
create trigger audit_keeps_what_is_written before update on audit
begin
  select raise(abort, 'the audit log is append-only: no entry can be changed');
end;

create trigger audit_keeps_all before delete on audit
begin
  select raise(abort, 'the audit log is append-only: no entry can be removed');
end;

-- "insert or replace" removes a row without asking the trigger above.
create trigger audit_replaces_nothing before insert on audit
when exists (select 1 from audit where number = new.number)
begin
  select raise(abort, 'the audit log is append-only: no entry can be replaced');
end;
