-- Trips that admins book for riders on weekdays. A job makes the bookings of the next days; a day has one row, so that
-- two servers, a repeated job or a crash make one booking of it.
create table recurring_bookings (
  id uuid primary key,
  rider uuid not null references users (uid),
  -- Emptied with the rider's account.
  pickup jsonb,
  drop_point jsonb,
  waypoints jsonb not null,
  car_type uuid not null,
  instruction_data jsonb,
  payment_mode text not null check (payment_mode in ('cash', 'wallet', 'card')),
  -- ISO 8601: Monday is 1, Sunday is 7.
  weekdays smallint[] not null check (cardinality(weekdays) between 1 and 7),
  -- HH:MM of the city's clock.
  time_of_day text not null check (time_of_day ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  first_day date not null,
  last_day date check (last_day >= first_day),
  skipped_days date[] not null,
  created_by uuid not null references users (uid),
  created_at bigint not null,
  stopped_at bigint,
  stopped_by uuid references users (uid),
  check (stopped_at is not null or (pickup is not null and drop_point is not null))
);
create index recurring_bookings_rider on recurring_bookings (rider, id);
create index recurring_bookings_created_by on recurring_bookings (created_by);
create index recurring_bookings_stopped_by on recurring_bookings (stopped_by) where stopped_by is not null;
create index recurring_bookings_active on recurring_bookings (id) where stopped_at is null;

create table recurring_booking_days (
  recurring_booking uuid not null references recurring_bookings (id) on delete cascade,
  day date not null,
  booking uuid references bookings (id) on delete cascade,
  -- The error code of the last attempt to book the day.
  problem text,
  primary key (recurring_booking, day),
  check ((booking is null) <> (problem is null))
);
create unique index recurring_booking_days_booking on recurring_booking_days (booking) where booking is not null;
