-- Quotes, bookings, the drivers asked, the timeline and the trail. Amounts are minor units, times ms since the
-- epoch, distances km, durations seconds.

-- An estimate, held for ten minutes. A booking keeps what it needs of it, so old ones are simply removed.
create table quote (
  id uuid primary key,
  made_for uuid,
  car_type uuid not null,
  pickup jsonb not null,
  drop_point jsonb not null,
  waypoints jsonb not null,
  -- the price rules it was made with: tariff, cancel slabs, unit, decimals
  pricing jsonb not null,
  parcel_type jsonb,
  option jsonb,
  distance_km double precision not null check (distance_km >= 0),
  time_secs integer not null check (time_secs >= 0),
  polyline text not null,
  fare bigint not null check (fare >= 0),
  convenience_fees bigint not null check (convenience_fees >= 0),
  trip_cost bigint not null check (trip_cost = fare + convenience_fees),
  breakdown jsonb not null,
  created_at bigint not null,
  expires_at bigint not null
);
create index quote_expires_at on quote (expires_at);

create table booking (
  id uuid primary key,
  reference text not null constraint booking_reference unique check (reference ~ '^[2-9A-HJ-NP-Z]{6}$'),
  status text not null check (status in (
    'PAYMENT_PENDING', 'NEW', 'ACCEPTED', 'ARRIVED', 'STARTED', 'REACHED', 'PENDING', 'PAID', 'COMPLETE', 'CANCELLED')),
  appcat text not null check (appcat in ('taxi', 'delivery')),
  -- a quote is booked once: a second click finds the first booking
  quote uuid not null constraint booking_quote_once unique,
  booking_type_admin boolean not null,
  book_later boolean not null,
  tripdate bigint not null,
  booking_date bigint not null,
  -- when drivers are first looked for: at once, or some time before a later trip
  dispatch_at bigint not null,

  car_type uuid not null,
  car_type_name text not null,
  car_image text not null,
  customer uuid not null,
  customer_name text not null,
  customer_contact text not null,
  customer_email text not null,
  customer_image text,
  customer_rating text not null,

  pickup jsonb not null,
  drop_point jsonb not null,
  waypoints jsonb not null,
  polyline text not null,
  pricing jsonb not null,
  estimate bigint not null check (estimate >= 0),
  estimate_distance_km double precision not null,
  estimate_time_secs integer not null,
  distance_km double precision,
  trip_cost bigint not null check (trip_cost >= 0),
  convenience_fees bigint not null check (convenience_fees >= 0),
  driver_share bigint not null check (driver_share >= 0),
  discount_amount bigint not null default 0 check (discount_amount between 0 and trip_cost),
  breakdown jsonb not null,
  fare_change_reason text check (fare_change_reason in ('distance', 'time', 'distance_and_time')),

  payment_mode text not null check (payment_mode in ('cash', 'wallet', 'card')),
  prepaid boolean not null default false,
  gateway text,
  customer_paid bigint not null default 0 check (customer_paid >= 0),
  payable_amount bigint not null check (payable_amount >= 0),
  used_wallet_money bigint not null default 0 check (used_wallet_money >= 0),
  cash_payment_amount bigint not null default 0 check (cash_payment_amount >= 0),
  card_payment_amount bigint not null default 0 check (card_payment_amount >= 0),
  promo_applied boolean not null default false,
  promo_details jsonb,

  driver uuid,
  driver_name text,
  driver_contact text,
  driver_image text,
  driver_rating text,
  vehicle_number text,
  vehicle_description text,
  fleetadmin uuid,
  otp text check (otp ~ '^[1-9][0-9]{4}$'),
  -- wrong trip codes told so far
  otp_checks smallint not null default 0,

  driver_accept_time bigint,
  driver_arrive_time bigint,
  trip_start_time bigint,
  trip_end_time bigint,
  total_trip_time integer check (total_trip_time >= 0),
  paid_at bigint,

  reason text,
  cancelled_by text check (cancelled_by in ('rider', 'driver', 'admin', 'system')),
  cancellation_fee bigint not null default 0 check (cancellation_fee >= 0),
  rating smallint check (rating between 1 and 5),
  rating_comment text,
  pickup_image text,
  deliver_image text,

  delivery_person text,
  delivery_person_phone text,
  pick_up_instructions text,
  delivery_instructions text,
  parcel_type jsonb,
  option jsonb,

  search text not null generated always as (
    lower(reference || ' ' || customer_name || ' ' || coalesce(driver_name, '') || ' ' ||
      coalesce(vehicle_number, '') || ' ' || (pickup ->> 'add') || ' ' || (drop_point ->> 'add'))) stored,

  constraint booking_has_driver check (
    (driver is not null) = (driver_accept_time is not null)
    and (driver is not null or status not in ('ACCEPTED', 'ARRIVED', 'STARTED', 'REACHED', 'PENDING', 'PAID', 'COMPLETE'))
    and (driver is null or status not in ('PAYMENT_PENDING', 'NEW'))),
  constraint booking_cancelled_with_reason check (
    (status = 'CANCELLED') = (cancelled_by is not null) and (cancelled_by is null) = (reason is null)),
  constraint booking_rated_when_complete check (rating is null or status = 'COMPLETE'),
  constraint booking_paid_in_full check (
    status not in ('PAID', 'COMPLETE') or customer_paid = trip_cost - discount_amount),
  constraint booking_cost_is_share_and_fee check (trip_cost = driver_share + convenience_fees)
);
-- The last arbiter of one active trip per driver, whatever the program believes.
create unique index booking_one_active_trip_per_driver on booking (driver)
  where status in ('ACCEPTED', 'ARRIVED', 'STARTED', 'REACHED');
create index booking_customer on booking (customer, id desc);
create index booking_driver on booking (driver, id desc);
create index booking_fleetadmin on booking (fleetadmin, id desc);
create index booking_status on booking (status, id desc);
create index booking_car_type on booking (car_type);
create index booking_to_dispatch on booking (dispatch_at, id) where status = 'NEW';
create index booking_to_complete on booking (paid_at) where status = 'PAID';
create index booking_search on booking using gin (search gin_trgm_ops);

-- The drivers asked to take a NEW booking (requestedDrivers), and how each request ended.
create table booking_request (
  booking uuid not null references booking on delete cascade,
  driver uuid not null,
  requested_at bigint not null,
  expires_at bigint not null,
  -- null while the driver is asked
  outcome text check (outcome in ('accepted', 'declined', 'expired', 'lost', 'cancelled')),
  primary key (booking, driver)
);
create index booking_request_open on booking_request (driver, expires_at) where outcome is null;
create unique index booking_request_accepted_once on booking_request (booking) where outcome = 'accepted';

-- Status changes with their place: the tracking entries of a booking.
create table booking_timeline (
  id uuid primary key,
  booking uuid not null references booking on delete cascade,
  at bigint not null,
  status text not null,
  lat double precision not null,
  lng double precision not null
);
create index booking_timeline_booking on booking_timeline (booking, at, id);

-- Every position kept of a trip, with the status the booking had.
create table booking_trail (
  booking uuid not null references booking on delete cascade,
  at bigint not null,
  status text not null,
  lat double precision not null,
  lng double precision not null,
  primary key (booking, at)
);
