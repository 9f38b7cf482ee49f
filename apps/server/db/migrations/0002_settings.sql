-- The operator's settings (one row, parsed by the domain's schema), cancel reasons, and marks of seeds that ran.
create table settings (
  only_row boolean primary key default true check (only_row),
  value jsonb not null check (jsonb_typeof(value) = 'object'),
  version bigint not null default 1 check (version > 0),
  updated_at bigint not null
);

create table cancel_reason (
  value integer primary key check (value >= 0),
  label text not null check (label <> '')
);

-- A seed runs once in the life of a database, so that what people deleted afterwards stays deleted.
create table seed_mark (
  name text primary key,
  at bigint not null
);
