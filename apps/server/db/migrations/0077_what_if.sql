-- What-if: a day's demand without people and addresses, who was on duty, and the runs. Times are ms since the epoch.

-- When a rider wants a car: at once, or at the time of a trip booked ahead. Coordinates have three decimals, about 100 m.
-- A booking that was cancelled before it was paid for has been offered to nobody and is left out.
create view what_if_requests as
select case when b.book_later then b.tripdate else b.dispatch_at end as at,
       b.book_later,
       b.car_type,
       round((b.pickup ->> 'lat')::numeric, 3)::double precision as pickup_lat,
       round((b.pickup ->> 'lng')::numeric, 3)::double precision as pickup_lng,
       round((b.drop_point ->> 'lat')::numeric, 3)::double precision as drop_lat,
       round((b.drop_point ->> 'lng')::numeric, 3)::double precision as drop_lng,
       coalesce(b.driver_arrive_time, b.trip_start_time) as arrived_at,
       case
         when b.trip_start_time is not null then true
         when b.status = 'CANCELLED' then false
       end as served
from bookings b
where b.status <> 'PAYMENT_PENDING'
  and not (
    b.status = 'CANCELLED' and b.driver is null and not b.prepaid and b.payment_mode <> 'cash'
    and not exists (select from dispatch_rounds r where r.booking = b.id)
  );

-- A day is found without reading the bookings of years.
create index bookings_wanted_at on bookings ((case when book_later then tripdate else dispatch_at end));

-- Moments at which a driver was on duty: a round found them on duty, or they accepted or ended a trip. The car type is that
-- of the driver: rounds of other car types find busy drivers too.
create view what_if_duty as
select r.at, c.driver, coalesce(d.car_type, b.car_type) as car_type
from dispatch_rounds r
join dispatch_candidates c on c.round = r.id
join bookings b on b.id = r.booking
left join drivers d on d.uid = c.driver
where c.gate is null or c.gate in ('busy', 'too_far', 'declined', 'offer_limit')
union all
select b.driver_accept_time, b.driver, coalesce(d.car_type, b.car_type)
from bookings b left join drivers d on d.uid = b.driver
where b.driver_accept_time is not null
union all
select b.trip_end_time, b.driver, coalesce(d.car_type, b.car_type)
from bookings b left join drivers d on d.uid = b.driver
where b.trip_end_time is not null and b.driver is not null;

create index dispatch_rounds_at on dispatch_rounds (at);
create index bookings_trip_end_time on bookings (trip_end_time) where trip_end_time is not null;

create table what_if_runs (
  id uuid primary key,
  created_at bigint not null,
  finished_at bigint,
  -- a day of the operator's calendar, YYYY-MM-DD
  day text not null check (day ~ '^\d{4}-\d{2}-\d{2}$'),
  status text not null check (status in ('running', 'done', 'failed', 'cancelled', 'interrupted')),
  requests integer not null check (requests >= 0),
  runs_done integer not null default 0 check (runs_done between 0 and runs_total),
  runs_total integer not null,
  -- The server that runs it says so every few seconds; it is interrupted when that ends.
  alive_at bigint not null,
  -- the dispatch settings of both sides
  baseline jsonb not null,
  alternative jsonb not null,
  fleet_percent integer not null,
  fleet_drivers integer,
  result jsonb,
  constraint what_if_runs_result_when_done check ((status = 'done') = (result is not null)),
  constraint what_if_runs_finished check ((status = 'running') = (finished_at is null))
);

create unique index what_if_runs_one_running on what_if_runs ((true)) where status = 'running';
create index what_if_runs_newest on what_if_runs (created_at desc, id);
