-- Trips whose driven distance was measured: a delivery ends with its quoted distance, whatever was driven, so the
-- comparison with the quote would accept every delivery.
create or replace view travel_time_samples as
select b.trip_start_time as started_at,
       coalesce(b.estimate_free_flow_secs, b.estimate_time_secs) as free_flow_secs,
       b.estimate_time_secs as quoted_secs,
       b.total_trip_time as driven_secs,
       b.estimate_distance_km as distance_km
from bookings b
where b.status in ('REACHED', 'PENDING', 'PAID', 'COMPLETE')
  and b.trip_start_time is not null
  and b.total_trip_time > 0
  and b.meter_method is not null
  and b.waypoints = '[]'::jsonb
  and b.distance_km between 0.8 * b.estimate_distance_km and 1.25 * b.estimate_distance_km
  and coalesce(b.estimate_free_flow_secs, b.estimate_time_secs) >= 60
  and b.total_trip_time >= 0.4 * coalesce(b.estimate_free_flow_secs, b.estimate_time_secs);
