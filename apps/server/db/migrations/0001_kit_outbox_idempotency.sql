-- The outbox, its readers' cursors, and the answers kept for idempotency keys.

create extension if not exists pg_trgm;
create extension if not exists unaccent;
create extension if not exists btree_gist;

-- Events, written in the transaction of the change they tell of. `position` is given after the commit by the
-- one sequencer, without gaps, so that a reader going by position never passes a row that commits late.
create table outbox (
  id bigint generated always as identity primary key,
  position bigint unique,
  name text not null,
  topics text[] not null,
  data jsonb not null,
  created_at timestamptz not null default now()
);
create index outbox_unsequenced on outbox (id) where position is null;
create index outbox_name_position on outbox (name, position) where position is not null;
create index outbox_topics on outbox using gin (topics);
create index outbox_created_at on outbox (created_at);

create table outbox_head (
  only_row boolean primary key default true check (only_row),
  -- the highest position given so far
  position bigint not null,
  -- events up to this position may have been removed by retention
  removed_through bigint not null default 0
);
insert into outbox_head (position) values (0);

create table outbox_cursor (
  subscriber text primary key,
  position bigint not null,
  updated_at timestamptz not null default now()
);

-- Events a subscriber gave up on after its last attempt, kept for the operator.
create table outbox_failure (
  subscriber text not null,
  position bigint not null,
  name text not null,
  data jsonb not null,
  error text not null,
  failed_at timestamptz not null default now(),
  primary key (subscriber, position)
);

create function outbox_wake() returns trigger language plpgsql as $$
begin
  perform pg_notify('kerb_outbox', '');
  return null;
end $$;
create trigger outbox_wake after insert on outbox for each statement execute function outbox_wake();

create table idempotency_key (
  -- SHA-256 of who asks, and of the key itself: the key in clear opens the sealed answer
  key_hash bytea primary key,
  request_hash bytea not null,
  -- an attempt that has neither an answer nor time left was cut off, and may be taken over
  locked_until timestamptz not null,
  -- set by the transaction that did the work, so that a cut-off attempt is never done twice
  took_effect boolean not null default false,
  status smallint,
  answer bytea,
  created_at timestamptz not null default now()
);
create index idempotency_key_created_at on idempotency_key (created_at);
