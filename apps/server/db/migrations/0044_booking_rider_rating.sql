-- The driver's rating of the rider, after the trip and once; a time without stars is a rating that was skipped.
alter table booking
  add column rider_rating smallint check (rider_rating between 1 and 5),
  add column rider_rating_comment text check (length(rider_rating_comment) between 1 and 500),
  add column rider_rated_at bigint,
  add constraint booking_rider_rated_once check (
    (rider_rating is null or rider_rated_at is not null)
    and (rider_rating_comment is null or rider_rating is not null)
  ),
  add constraint booking_rider_rated_after_the_trip check (
    rider_rated_at is null or (driver is not null and status in ('PENDING', 'PAID', 'COMPLETE'))
  );

-- The ratings of a person, newest first.
create index booking_rated on booking (driver, id desc) where rating is not null;
create index booking_rider_rated on booking (customer, id desc) where rider_rating is not null;
