-- A dispatcher takes an accepted booking from its driver, and an offer by hand names the admin who made it.
alter table booking_requests drop constraint booking_requests_outcome_check;
alter table booking_requests add constraint booking_requests_outcome_check
  check (outcome in ('accepted', 'declined', 'expired', 'lost', 'cancelled', 'late', 'silent', 'reassigned'));
-- null for an offer of automatic dispatch, and once the admin's account is deleted
alter table booking_requests add column offered_by uuid references users (uid) on delete set null;
create index booking_requests_offered_by on booking_requests (offered_by) where offered_by is not null;
