-- no transaction
-- What the sums of fees do not have yet is read by when it was paid, whichever fleet it is of.
create index concurrently if not exists bookings_earned on bookings (paid_at, fleetadmin) include (convenience_fees)
  where status in ('PAID', 'COMPLETE') and convenience_fees > 0;
drop index concurrently if exists booking_earned;
