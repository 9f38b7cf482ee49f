-- How long people wait, and what was asked for lately, for the dashboard. Times are ms since the epoch.

-- `asked_since`: since when drivers are asked for a booking. A later booking is looked around for before its drivers
-- are asked, and has none while it was only looked around for.
create view report_waiting as
select b.id, b.status, b.fleetadmin, b.driver_accept_time as accepted_at, b.driver_arrive_time as arrived_at,
       case
         when b.book_later then (
           select min(greatest(b.dispatch_at, r.ask_at)) from dispatch_round r
           where r.booking = b.id and r.ask_at <= r.at
         )
         else b.dispatch_at
       end as asked_since
from booking b;

-- `taken`: a driver took it, whatever came of it then; `lost`: it ended before one did.
create view report_demand as
select tripdate as at, (pickup ->> 'lat')::double precision as lat, (pickup ->> 'lng')::double precision as lng,
       driver is not null as taken, status = 'CANCELLED' and driver is null as lost
from booking;

-- The last hour is found without reading the bookings of years.
create index booking_accepted_at on booking (driver_accept_time) where driver_accept_time is not null;
create index booking_arrived_at on booking (driver_arrive_time) where driver_arrive_time is not null;
