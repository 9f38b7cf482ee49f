-- Vehicles and trips for regulators by the Mobility Data Specification, and the keys with which they are read.
-- Times are ms since the epoch, amounts minor units, distances km.

-- Stands for the driver's phone and vehicle in data for regulators, for good; it says nothing about the person.
alter table drivers add column device_id uuid not null default gen_random_uuid();
create unique index drivers_device_id on drivers (device_id);

-- Keys of partners. Only the SHA-256 of a key is stored.
create table partner_keys (
  id uuid primary key,
  name text not null,
  scopes text[] not null,
  key_hash bytea not null unique,
  created_by uuid not null references users (uid),
  created_at bigint not null,
  -- to the minute
  last_used_at bigint,
  revoked_at bigint
);
create index partner_keys_created_by on partner_keys (created_by);

-- The id under which the standard's registry knows the operator; a random one before it is registered.
create table mobility_providers (
  only_row boolean primary key default true check (only_row),
  provider_id uuid not null default gen_random_uuid()
);
insert into mobility_providers default values;

-- What an admin declared of a car type.
create table mobility_car_types (
  car_type uuid primary key references car_types (id) on delete cascade,
  vehicle_type text not null,
  propulsion_types text[] not null,
  wheelchair_accessible boolean not null
);

-- The nightly files of trips; a day is one of the operator's calendar, YYYY-MM-DD.
create table mobility_trip_files (
  day text primary key check (day ~ '^\d{4}-\d{2}-\d{2}$'),
  trips integer not null check (trips >= 0),
  bytes integer not null check (bytes >= 0),
  written_at bigint not null
);

-- Rides that a driver accepted, without any person: the driver is a device. Read only. A column that a query does not
-- name is not computed.
create view mobility_bookings as
select b.id as booking, b.driver, d.device_id, b.status, b.follows, b.cancelled_by,
       (select r.label from cancel_reasons r
        where r.label = b.reason
          or exists (select from jsonb_each(r.translations) as t (locale, texts) where t.texts ->> 'label' = b.reason)
        limit 1) as listed_reason,
       b.booking_type_admin, b.booking_date, b.tripdate, b.pickup_promised_at, b.set_out_at, b.driver_accept_time,
       b.driver_arrive_time, b.trip_start_time, b.trip_end_time, b.paid_at, b.cancelled_at, b.total_trip_time,
       u.deleted_at is not null as rider_deleted,
       jsonb_build_object('lat', b.pickup -> 'lat', 'lng', b.pickup -> 'lng') as pickup,
       jsonb_build_object('lat', b.drop_point -> 'lat', 'lng', b.drop_point -> 'lng') as drop_point,
       coalesce(
         (select jsonb_build_object('lat', t.lat, 'lng', t.lng) from booking_timeline_entries t
          where t.booking = b.id and t.status = 'ACCEPTED' and t.at >= b.driver_accept_time order by t.at limit 1),
         (select jsonb_build_object('lat', p.lat, 'lng', p.lng) from booking_trails p
          where p.booking = b.id and p.at >= coalesce(b.set_out_at, b.driver_accept_time)
            and p.at <= coalesce(b.driver_arrive_time, b.cancelled_at) order by p.at limit 1)) as accepted_place,
       (select jsonb_build_object('lat', t.lat, 'lng', t.lng) from booking_timeline_entries t
        where t.booking = b.id and t.status = 'STARTED' order by t.at limit 1) as started_place,
       (select jsonb_build_object('lat', t.lat, 'lng', t.lng) from booking_timeline_entries t
        where t.booking = b.id and t.status = 'REACHED' order by t.at limit 1) as ended_place,
       (select jsonb_build_object('lat', p.lat, 'lng', p.lng) from booking_trails p
        where p.booking = b.id and p.at >= coalesce(b.set_out_at, b.driver_accept_time)
          and p.at <= coalesce(b.driver_arrive_time, b.cancelled_at) order by p.at desc limit 1) as approach_place,
       -- Great circles of a sphere with a radius of 6371 km, from position to position.
       (select sum(2 * 6371 * asin(least(1, sqrt(
            power(sin(radians(way.lat - way.lat_before) / 2), 2)
            + cos(radians(way.lat_before)) * cos(radians(way.lat))
              * power(sin(radians(way.lng - way.lng_before) / 2), 2)))))
        from (select p.lat, p.lng, lag(p.lat) over (order by p.at) as lat_before,
                     lag(p.lng) over (order by p.at) as lng_before
              from booking_trails p
              where p.booking = b.id and p.at >= coalesce(b.set_out_at, b.driver_accept_time)
                and p.at <= coalesce(b.driver_arrive_time, b.cancelled_at)) as way
        -- The first position has none before it, and least() passes over a null.
        where way.lat_before is not null) as approach_km,
       b.distance_km, b.trip_cost, b.discount_amount, b.convenience_fees, b.driver_share, b.cancellation_fee, b.tip,
       coalesce((b.pricing -> 'tariff' ->> 'base_fare')::numeric, 0)::float8 as base_fare_major,
       b.payment_mode, b.promo_applied
from bookings b
join drivers d on d.uid = b.driver
join users u on u.uid = b.customer
where b.appcat = 'taxi' and b.driver_accept_time is not null;

create index bookings_cancelled_by_time on bookings (cancelled_at) where cancelled_at is not null;
create index bookings_accepted_by_driver on bookings (driver, driver_accept_time desc) where driver_accept_time is not null;

-- Vehicles with their drivers' duty. Read only.
create view mobility_vehicles as
select d.uid, d.device_id, d.car_type, d.vehicle_number, d.vehicle_make, d.vehicle_model,
       d.driver_active_status as on_duty, d.queue as busy,
       (select jsonb_build_object('started_at', p.started_at, 'ended_at', p.ended_at) from duty_periods p
        where p.uid = d.uid order by p.started_at desc limit 1) as duty,
       (select s.seen_at from driver_positions s where s.uid = d.uid) as seen_at
from drivers d;

-- When vehicles were in service. Read only.
create view mobility_duty as select uid, started_at, ended_at from duty_periods;
