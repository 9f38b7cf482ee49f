-- The rest of a booking's record: copies of the people's push tokens, and when it was complete. Times ms since the epoch.
alter table booking
  add column customer_token text,
  add column driver_token text,
  add column completed_at bigint;

comment on column booking.pickup_image is 'id of the file of the proof photo';
comment on column booking.deliver_image is 'id of the file of the proof photo';
