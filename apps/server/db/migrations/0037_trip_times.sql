-- When a position came in from a phone with a network; null for one that was kept on the phone and sent later.
alter table booking_trail add column heard_at bigint;
-- When a trip code was last told wrongly; after several the next one has to wait.
alter table booking add column otp_checked_at bigint;
