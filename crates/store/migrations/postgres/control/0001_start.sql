-- Studies beside the one at the root. Each has a database of its own.
create table study (
  id text not null primary key,
  title text not null,
  folder text not null,
  media_url text,
  -- Null for a study under a path.
  host text unique,
  created_at bigint not null,
  archived_at bigint
);

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
  created_at bigint not null
);

-- What a person may do in a study. The study `*` is all of them.
create table membership (
  account text not null references account (id) on delete cascade,
  study text not null,
  role text not null check (role in ('owner', 'editor', 'monitor', 'analyst', 'auditor')),
  may_unblind bigint not null check (may_unblind in (0, 1)),
  since bigint not null,
  primary key (account, study)
);

-- Links with which a person sets a password.
create table invitation (
  token bytea not null primary key,
  account text not null references account (id) on delete cascade,
  until bigint not null
);
create index invitation_account on invitation (account);

-- Codes with which a person who has lost the password signs in once.
create table recovery_code (
  account text not null references account (id) on delete cascade,
  hash bytea not null,
  primary key (account, hash)
);

-- Tokens of programs, which act with a role in a study, or in all (`*`).
create table program_token (
  id text not null primary key,
  name text not null,
  study text not null,
  role text not null check (role in ('owner', 'editor', 'monitor', 'analyst', 'auditor')),
  hash bytea not null unique,
  created_by text not null,
  created_at bigint not null,
  until bigint not null,
  used_at bigint
);

create table session (
  family text not null primary key,
  account text not null references account (id) on delete cascade,
  access_hash bytea not null unique,
  access_until bigint not null,
  refresh_hash bytea not null unique,
  previous_refresh_hash bytea unique,
  generation bigint not null,
  rotated_at bigint not null,
  successor_used bigint not null check (successor_used in (0, 1)),
  idle_until bigint not null,
  ends_at bigint not null,
  created_at bigint not null,
  revoked_at bigint,
  revoked_reason text,
  -- The browser, as it describes itself.
  agent text
);
create index session_account on session (account);

create table spent_refresh (
  hash bytea not null primary key,
  family text not null references session (family) on delete cascade
);
create index spent_refresh_family on spent_refresh (family);

create table throttle (
  key text not null primary key,
  attempts bigint not null,
  open_at bigint not null,
  last_at bigint not null
);

create table audit (
  number bigint not null primary key,
  at bigint not null,
  actor text not null,
  action text not null,
  details text not null,
  previous bytea not null,
  hash bytea not null
);

create table meta (
  key text not null primary key,
  value text not null
);

-- Entries of the audit log are added, and that is all: no statement of the program does anything else, and none of
-- anybody else's either as long as this trigger is there. What was done after taking it away shows in the chain.
create function audit_is_append_only() returns trigger language plpgsql as $$
begin
  raise exception 'the audit log is append-only: % is refused', lower(tg_op);
end
$$;

create trigger audit_is_append_only before update or delete or truncate on audit
for each statement execute function audit_is_append_only();
