-- A driver on a trip can accept the next one: a follow-on trip is ACCEPTED and names the trip that it follows.
alter table bookings
  add column follows uuid references bookings,
  add column pickup_promised_at bigint,
  add column pickup_expected_at bigint,
  add column set_out_at bigint,
  add column given_back_at bigint,
  add constraint bookings_follow_on check (
    follows is null
    or (status = 'ACCEPTED' and follows <> id and pickup_promised_at is not null and pickup_expected_at is not null));

-- At most one current trip and one follow-on trip per driver, and one follow-on per trip, regardless of what the program does.
drop index booking_one_active_trip_per_driver;
create unique index booking_one_active_trip_per_driver on bookings (driver)
  where follows is null and status in ('ACCEPTED', 'ARRIVED', 'STARTED', 'REACHED');
create unique index bookings_one_follow_on_per_driver on bookings (driver) where follows is not null;
create unique index bookings_one_follow_on_per_trip on bookings (follows) where follows is not null;
create index bookings_ending on bookings (car_type) where status in ('STARTED', 'REACHED');

-- The trip that the driver has to finish first, and when the rider of this booking can then expect them.
alter table booking_requests
  add column follows uuid references bookings,
  add column pickup_at bigint,
  add constraint booking_requests_follow_on check ((follows is null) = (pickup_at is null));
create index booking_requests_follows on booking_requests (follows) where follows is not null;

-- Seconds until a candidate on a trip is free; null for a candidate without a trip.
alter table dispatch_candidates add column free_in_secs integer check (free_in_secs >= 0);
