-- Lists of bookings by the time of the trip, and narrowed to its days; by the time of booking they go by their ids.
create index booking_tripdate on booking (tripdate, id);
