-- A refund that its provider declined waits for an admin when the rider's account was deleted: no wallet was credited. A
-- column beside the status, because servers and apps of before know three statuses.
alter table booking_refunds add column held boolean not null default false;
comment on column booking_refunds.held is 'the failed part waits for an admin, because the account of the rider was deleted';
