-- no transaction
-- Every row meets the new outcomes of offers, because they only add to the earlier ones.
alter table booking_requests validate constraint booking_requests_outcome_check;
