-- What reports read of bookings: amounts in minor units, times ms since the epoch. Read only.
create view report_bookings as
select id, status, fleetadmin, convenience_fees, paid_at from booking;

-- The earning bookings of all time are summed from here without reading the bookings themselves.
create index booking_earned on booking (fleetadmin, paid_at) include (convenience_fees)
  where status in ('PAID', 'COMPLETE') and convenience_fees > 0;
