-- An accepted offer that dispatch took back: the driver would have come too late, or their phone sent no position.
alter table booking_requests drop constraint booking_request_outcome_check;
alter table booking_requests add constraint booking_requests_outcome_check
  check (outcome in ('accepted', 'declined', 'expired', 'lost', 'cancelled', 'late', 'silent'));
