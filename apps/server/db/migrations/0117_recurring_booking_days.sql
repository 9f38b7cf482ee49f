-- Nothing reads when the booking of a day was made, which the booking itself has.
alter table recurring_booking_days drop column made_at;
