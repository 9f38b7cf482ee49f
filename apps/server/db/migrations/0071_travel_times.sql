-- Traffic factors learned from finished trips. Durations are seconds, times ms since the epoch, distances km.

-- The time of the route without traffic. Null before this migration: the quoted time had no traffic in it then.
alter table quotes add column free_flow_secs integer check (free_flow_secs >= 0);
alter table bookings add column estimate_free_flow_secs integer check (estimate_free_flow_secs >= 0);

-- The model in use, empty while the operator's settings apply. Hour 0 of the week begins on Monday at midnight by the
-- clocks of the time zone in travel_time_fits; the distance bands are in packages/domain/travel-times.
create table travel_time_factors (
  hour_of_week smallint not null check (hour_of_week between 0 and 167),
  distance_band smallint not null check (distance_band between 0 and 2),
  factor double precision not null check (factor between 0.8 and 4),
  primary key (hour_of_week, distance_band)
);

-- What the model was learned from, and how far its predictions are off.
create table travel_time_fits (
  only_row boolean primary key default true check (only_row),
  learned_at bigint not null,
  timezone text not null,
  -- settings.trafficByHour when it was learned
  traffic_by_hour jsonb not null,
  trips integer not null check (trips >= 0),
  days integer not null check (days >= 0),
  errors jsonb not null
);

-- Trips that were driven as quoted: without stops on the way, and to about the quoted distance. A drive in less than
-- 0.4 of the free-flow time is a test or a simulated car.
create view travel_time_samples as
select b.trip_start_time as started_at,
       coalesce(b.estimate_free_flow_secs, b.estimate_time_secs) as free_flow_secs,
       b.estimate_time_secs as quoted_secs,
       b.total_trip_time as driven_secs,
       b.estimate_distance_km as distance_km
from bookings b
where b.status in ('REACHED', 'PENDING', 'PAID', 'COMPLETE')
  and b.trip_start_time is not null
  and b.total_trip_time > 0
  and b.waypoints = '[]'::jsonb
  and b.distance_km between 0.8 * b.estimate_distance_km and 1.25 * b.estimate_distance_km
  and coalesce(b.estimate_free_flow_secs, b.estimate_time_secs) >= 60
  and b.total_trip_time >= 0.4 * coalesce(b.estimate_free_flow_secs, b.estimate_time_secs);

-- The last weeks are found without reading the bookings of years.
create index bookings_trip_start_time on bookings (trip_start_time) where trip_start_time is not null;
