-- Dispatch closes the offers of a driver who goes off duty, or whose car has another type since the offer.
alter table booking_requests drop constraint booking_requests_outcome_check;
alter table booking_requests add constraint booking_requests_outcome_check
  check (outcome in (
    'accepted', 'declined', 'expired', 'lost', 'cancelled', 'late', 'silent', 'reassigned', 'off_duty', 'other_car_type'
  )) not valid;
