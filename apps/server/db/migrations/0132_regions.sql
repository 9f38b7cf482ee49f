-- The other cities of an installation. Each has a database of its own, so that no row of one city is in another one; this
-- table is read in the database of the first city, and empty in the others.
create table regions (
  key text primary key check (key ~ '^[a-z][a-z0-9-]{0,29}$'),
  name text not null check (name <> ''),
  -- The host name under which people reach it, without a port.
  host text not null unique check (host = lower(host) and host <> ''),
  public_url text,
  -- Settings with which it begins, until an admin changes them there.
  defaults jsonb not null check (jsonb_typeof(defaults) = 'object'),
  added_at bigint not null,
  closed_at bigint
);
