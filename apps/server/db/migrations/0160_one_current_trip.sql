-- no transaction
-- A driver who accepts a later booking before its search begins stays free for other trips until then. Like a follow-on
-- trip, such a booking has a promised pickup, and its driver has not set out.
create unique index concurrently if not exists bookings_one_current_trip_per_driver on bookings (driver)
  where (pickup_promised_at is null or set_out_at is not null)
    and status in ('ACCEPTED', 'ARRIVED', 'STARTED', 'REACHED');
create index concurrently if not exists bookings_accepted_ahead on bookings (driver, dispatch_at)
  where status = 'ACCEPTED' and follows is null and pickup_promised_at is not null and set_out_at is null;
drop index concurrently if exists booking_one_active_trip_per_driver;
