-- Views of the console's tables that admins and fleet admins saved; admins share theirs with each other.
create table saved_views (
  id uuid primary key,
  owner uuid not null references users (uid),
  table_name text not null check (table_name in ('bookings', 'drivers', 'riders')),
  name text not null,
  -- Search, filters and sorting as the table's address has them.
  query text not null,
  -- The fields of the columns in their order; null for the usual ones.
  columns text[],
  shared boolean not null,
  created_at bigint not null
);
create unique index saved_views_name_once on saved_views (owner, table_name, lower(name));
create index saved_views_shared on saved_views (table_name) where shared;
