-- Car types that admins edit: finer rates, the version somebody edits from, pictures of one's own.
alter table car_types
  alter column rate_per_unit_distance type numeric(14, 4),
  alter column rate_per_hour type numeric(14, 4),
  alter column convenience_fees type numeric(14, 4),
  add column version integer not null default 1 check (version >= 1);

-- The uploaded picture of each car type. Its id is its address and cannot be guessed; a new picture gets a new one.
create table car_type_images (
  id uuid primary key,
  car_type uuid not null unique references car_types (id) on delete cascade,
  at bigint not null
);
