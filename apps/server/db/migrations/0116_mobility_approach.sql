-- The length of the drive to the pickup: the first position has none before it, and least() passes over a null, so that
-- it counted as half the way around the earth. The view is that of 0105 but for the condition on lat_before. Null with
-- fewer than two positions.
create or replace view mobility_bookings as
select b.id as booking, b.driver, d.device_id, b.status, b.follows, b.cancelled_by,
       (select r.label from cancel_reasons r
        where r.label = b.reason
          or exists (select from jsonb_each(r.translations) as t (locale, texts) where t.texts ->> 'label' = b.reason)
        limit 1) as listed_reason,
       b.booking_type_admin, b.booking_date, b.tripdate, b.pickup_promised_at, b.set_out_at, b.driver_accept_time,
       b.driver_arrive_time, b.trip_start_time, b.trip_end_time, b.paid_at, b.cancelled_at, b.total_trip_time,
       u.deleted_at is not null as rider_deleted,
       jsonb_build_object('lat', b.pickup -> 'lat', 'lng', b.pickup -> 'lng') as pickup,
       jsonb_build_object('lat', b.drop_point -> 'lat', 'lng', b.drop_point -> 'lng') as drop_point,
       coalesce(
         (select jsonb_build_object('lat', t.lat, 'lng', t.lng) from booking_timeline_entries t
          where t.booking = b.id and t.status = 'ACCEPTED' and t.at >= b.driver_accept_time order by t.at limit 1),
         (select jsonb_build_object('lat', p.lat, 'lng', p.lng) from booking_trails p
          where p.booking = b.id and p.at >= coalesce(b.set_out_at, b.driver_accept_time)
            and p.at <= coalesce(b.driver_arrive_time, b.cancelled_at) order by p.at limit 1)) as accepted_place,
       (select jsonb_build_object('lat', t.lat, 'lng', t.lng) from booking_timeline_entries t
        where t.booking = b.id and t.status = 'STARTED' order by t.at limit 1) as started_place,
       (select jsonb_build_object('lat', t.lat, 'lng', t.lng) from booking_timeline_entries t
        where t.booking = b.id and t.status = 'REACHED' order by t.at limit 1) as ended_place,
       (select jsonb_build_object('lat', p.lat, 'lng', p.lng) from booking_trails p
        where p.booking = b.id and p.at >= coalesce(b.set_out_at, b.driver_accept_time)
          and p.at <= coalesce(b.driver_arrive_time, b.cancelled_at) order by p.at desc limit 1) as approach_place,
       -- Great circles of a sphere with a radius of 6371 km, from position to position.
       (select sum(2 * 6371 * asin(least(1, sqrt(
            power(sin(radians(way.lat - way.lat_before) / 2), 2)
            + cos(radians(way.lat_before)) * cos(radians(way.lat))
              * power(sin(radians(way.lng - way.lng_before) / 2), 2)))))
        from (select p.lat, p.lng, lag(p.lat) over (order by p.at) as lat_before,
                     lag(p.lng) over (order by p.at) as lng_before
              from booking_trails p
              where p.booking = b.id and p.at >= coalesce(b.set_out_at, b.driver_accept_time)
                and p.at <= coalesce(b.driver_arrive_time, b.cancelled_at)) as way
        where way.lat_before is not null) as approach_km,
       b.distance_km, b.trip_cost, b.discount_amount, b.convenience_fees, b.driver_share, b.cancellation_fee, b.tip,
       coalesce((b.pricing -> 'tariff' ->> 'base_fare')::numeric, 0)::float8 as base_fare_major,
       b.payment_mode, b.promo_applied
from bookings b
join drivers d on d.uid = b.driver
join users u on u.uid = b.customer
where b.appcat = 'taxi' and b.driver_accept_time is not null;
