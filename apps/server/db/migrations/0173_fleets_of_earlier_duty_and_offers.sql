-- Earlier rows get the present fleet of their driver, with which they were counted until now. Rows that calls still
-- change come last, so that those calls wait for the shortest time.
update duty_periods period
set fleetadmin = driver.fleetadmin
from drivers driver
where driver.uid = period.uid
  and driver.fleetadmin is not null
  and period.fleetadmin is null
  and period.ended_at is not null;
update booking_requests offer
set fleetadmin = driver.fleetadmin
from drivers driver
where driver.uid = offer.driver
  and driver.fleetadmin is not null
  and offer.fleetadmin is null
  and offer.outcome is not null;
update duty_periods period
set fleetadmin = driver.fleetadmin
from drivers driver
where driver.uid = period.uid
  and driver.fleetadmin is not null
  and period.fleetadmin is null
  and period.ended_at is null;
update booking_requests offer
set fleetadmin = driver.fleetadmin
from drivers driver
where driver.uid = offer.driver
  and driver.fleetadmin is not null
  and offer.fleetadmin is null
  and offer.outcome is null;

-- `fleetadmin`: of the driver who was asked, at that time, and not of the one who took the booking.
create or replace view report_offers as
select o.booking, o.driver, o.requested_at, o.expires_at, o.outcome, o.fleetadmin, b.tripdate, b.pickup_cell
from booking_requests o
join bookings b on b.id = o.booking;

create or replace view report_duty as
select uid, started_at, seen_at, ended_at, fleetadmin from duty_periods;
