-- The operator's figures: views of what they count, the cell of each pickup, and indexes that hold a period of it.

-- "row:column" of cells of about 1 km, as cellOf of packages/domain/dispatch names them.
create function kerb_cell_row(pickup jsonb) returns double precision language sql immutable strict parallel safe
  return floor((pickup ->> 'lat')::double precision / 0.009::double precision);
create function kerb_cell_of(pickup jsonb) returns text language sql immutable strict parallel safe
  return kerb_cell_row(pickup)::integer || ':' || floor(
    (pickup ->> 'lng')::double precision
    / (0.009::double precision
       / greatest(0.01, cos((kerb_cell_row(pickup) + 0.5) * 0.009::double precision * pi() / 180)))
  )::integer;

alter table bookings add column pickup_cell text generated always as (kerb_cell_of(pickup)) stored;

-- A period is read from these alone, without the rows of bookings, which are ten times as wide.
create index bookings_figures on bookings (tripdate) include (
  id, status, book_later, dispatch_at, driver_arrive_time, total_trip_time, estimate_time_secs, estimate, trip_cost,
  fleetadmin, pickup_cell);
create index bookings_under_way on bookings (driver_accept_time) include (
  id, driver, fleetadmin, follows, set_out_at, book_later, tripdate, trip_end_time, cancelled_at, paid_at)
  where driver_accept_time is not null;
-- It has what the older index had.
drop index booking_accepted_at;
create index bookings_cancelled on bookings (tripdate) where status = 'CANCELLED';
-- Whether a driver took another booking while an offer was open.
create index bookings_accepted_of_driver on bookings (driver, driver_accept_time) where driver is not null;

create view report_figures as
select id, status, book_later, tripdate, dispatch_at, driver, fleetadmin, follows, driver_accept_time, set_out_at,
       driver_arrive_time, trip_end_time, cancelled_at, paid_at, total_trip_time, estimate_time_secs, estimate, trip_cost,
       reason, pickup_cell
from bookings;

-- `fleetadmin`: of the driver who was asked, and not of the one who took the booking.
create view report_offers as
select o.booking, o.driver, o.requested_at, o.expires_at, o.outcome, d.fleetadmin, b.tripdate, b.pickup_cell
from booking_requests o
join bookings b on b.id = o.booking
left join drivers d on d.uid = o.driver;

create view report_duty as
select p.uid, p.started_at, p.seen_at, p.ended_at, d.fleetadmin
from duty_periods p
join drivers d on d.uid = p.uid;
