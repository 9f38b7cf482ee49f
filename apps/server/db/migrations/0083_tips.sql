-- A tip of the rider for the driver of a paid trip, in minor units.
alter table bookings
  add column tip bigint not null default 0 check (tip >= 0),
  add column tipped_at bigint,
  add constraint bookings_tip check ((tip > 0) = (tipped_at is not null));

-- A top-up that pays a tip: the booking whose driver is tipped.
alter table payment_topups add column tip_for uuid;
alter table payments drop constraint payment_purpose_check;
alter table payments add constraint payment_purpose_check check (purpose in ('booking', 'topup', 'tip'));
alter table payments drop constraint payment_check;
alter table payments add constraint payment_check check ((purpose = 'topup') = (booking is null));

alter table ledger_transactions drop constraint ledger_transaction_kind;
alter table ledger_transactions add constraint ledger_transaction_kind check (kind in (
  'ride', 'prepayment', 'prepayment_refund', 'cancellation', 'admin_credit', 'referral', 'referral_reversal', 'topup',
  'capture', 'provider_refund', 'booking_refund', 'withdrawal', 'withdrawal_paid', 'withdrawal_returned',
  'fare_review', 'tip'));

-- What the ledger's verification compares with the transactions of tips.
create view ledger_tips as select id as booking, customer, driver, tip from bookings where tip > 0;
