-- Car types with their tariffs, drivers with their vehicles, and the last known position of each driver.
create table car_types (
  id uuid primary key,
  name text not null check (name <> ''),
  image text not null default '',
  base_fare numeric(12, 3) not null default 0 check (base_fare >= 0),
  rate_per_unit_distance numeric(12, 3) not null check (rate_per_unit_distance >= 0),
  rate_per_hour numeric(12, 3) not null check (rate_per_hour >= 0),
  min_fare numeric(12, 3) not null check (min_fare >= 0),
  convenience_fees numeric(12, 3) not null default 0 check (convenience_fees >= 0),
  convenience_fee_type text not null default 'flat' check (convenience_fee_type in ('flat', 'percentage')),
  extra_info text not null default '',
  parcel_types jsonb not null default '[]' check (jsonb_typeof(parcel_types) = 'array'),
  options jsonb not null default '[]' check (jsonb_typeof(options) = 'array'),
  cancel_slab jsonb not null default '[]' check (jsonb_typeof(cancel_slab) = 'array'),
  created_at bigint not null
);
create unique index car_types_name_key on car_types (lower(name));

create table drivers (
  uid uuid primary key references users (uid) on delete cascade,
  car_type uuid references car_types (id) on delete restrict,
  vehicle_make text not null default '',
  vehicle_model text not null default '',
  vehicle_number text not null default '',
  other_info text not null default '',
  driver_active_status boolean not null default false,
  -- true while on a trip; set and freed by the booking's transitions
  queue boolean not null default false,
  fleetadmin uuid references users (uid) on delete set null
);
create index drivers_car_type on drivers (car_type);
create index drivers_fleetadmin on drivers (fleetadmin);
create index drivers_on_duty on drivers (uid) where driver_active_status;

-- Written in batches every few seconds, so that a restarted server knows at once where the cars were.
create table driver_positions (
  uid uuid primary key references drivers (uid) on delete cascade,
  lat double precision not null check (lat between -90 and 90),
  lng double precision not null check (lng between -180 and 180),
  heading double precision check (heading between 0 and 360),
  -- the driver's own clock, and the server's when the position came in
  at bigint not null,
  seen_at bigint not null
);
