-- Addresses of other programs that get the study's events. The secret with which events are signed is sealed with the
-- server key.
create table webhook (
  id text not null primary key,
  url text not null,
  secret bytea not null,
  events text not null,
  created_at bigint not null,
  disabled_at bigint
);

-- Events for a webhook, written with what they report. They have no recruitment ID: what is sent is composed for each
-- attempt. An event without next_at is not sent any more. No export reads them.
create table webhook_delivery (
  id text not null primary key,
  webhook text not null references webhook (id),
  participant text references participant (id),
  kind text not null,
  wave text,
  at bigint not null,
  number bigint not null,
  next_at bigint,
  attempts bigint not null default 0,
  delivered_at bigint,
  failed_at bigint,
  last_status bigint,
  last_error text
);

create index webhook_delivery_next on webhook_delivery (webhook, next_at);
create index webhook_delivery_participant on webhook_delivery (participant);
-- Which parts have opened is asked all the time.
create index participant_wave_opens on participant_wave (opens_at);
