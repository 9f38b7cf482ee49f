-- The driver planned for a later booking without a driver, planned again every minute: one a booking, one booking a driver.
create table dispatch_reservations (
  booking uuid primary key,
  driver uuid not null constraint dispatch_reservations_one_a_driver unique,
  -- when the driver could be at the pickup, and when that was planned
  arrives_at bigint not null,
  planned_at bigint not null,
  -- another driver could be there in time instead: trips that would make this one late stay open to them
  replaceable boolean not null
);

-- The later bookings to plan drivers for, by their time.
create index bookings_to_reserve on bookings (tripdate, id) where book_later and status = 'NEW';

-- Drivers who are planned for a later booking are on duty too.
create or replace view what_if_duty as
select r.at, c.driver, coalesce(d.car_type, b.car_type) as car_type
from dispatch_rounds r
join dispatch_candidates c on c.round = r.id
join bookings b on b.id = r.booking
left join drivers d on d.uid = c.driver
where c.gate is null or c.gate in ('busy', 'too_far', 'declined', 'offer_limit', 'reserved')
union all
select b.driver_accept_time, b.driver, coalesce(d.car_type, b.car_type)
from bookings b left join drivers d on d.uid = b.driver
where b.driver_accept_time is not null
union all
select b.trip_end_time, b.driver, coalesce(d.car_type, b.car_type)
from bookings b left join drivers d on d.uid = b.driver
where b.trip_end_time is not null and b.driver is not null;
