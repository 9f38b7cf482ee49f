-- Later bookings: why their drivers are asked when they are, reminders told once; cancel reasons told apart by label.

-- A round of a later booking that only looked around has ask_at after its own time: drivers are asked from then on.
alter table dispatch_round
  add column ask_at bigint,
  -- seconds by road of the nearest suitable driver then; null: not known, a default was taken
  add column nearest_secs integer check (nearest_secs >= 0),
  add constraint dispatch_round_asks_from_then_on check (ask_at is null or asked = 0 or ask_at <= at);

-- Reminders that were told: a job that runs again tells nobody again.
create table booking_reminder (
  booking uuid not null,
  kind text not null,
  at bigint not null,
  primary key (booking, kind)
);
create index booking_reminder_at on booking_reminder (at);

-- The upcoming rides of a person, of a fleet and of everybody, the next one first.
create index booking_upcoming_customer on booking (customer, tripdate) where book_later;
create index booking_upcoming_driver on booking (driver, tripdate) where book_later;
create index booking_upcoming on booking (tripdate, id) where book_later;

-- Bookings that nobody has paid yet, the oldest first.
create index booking_unpaid on booking (booking_date) where status = 'PAYMENT_PENDING';

-- A label is one reason, in any letter case.
create unique index cancel_reason_label on cancel_reason (lower(label));

-- Whose device a push token is.
create index users_push_token on users (push_token) where push_token is not null;
