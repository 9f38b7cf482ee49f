-- What came of each invitation: written when a referred rider's first trip is paid, and never again.
create table referrals (
  rider uuid primary key references users (uid) on delete cascade,
  -- who invited, when they were still with us
  referrer uuid references users (uid) on delete set null,
  -- the first paid trip
  booking uuid not null,
  -- minor units that each of the two got; 0 when the operator gave none then
  bonus bigint not null check (bonus >= 0),
  at bigint not null
);
create index referrals_referrer on referrals (referrer);
create index referrals_booking on referrals (booking);

-- the bonuses come from an account of their own
alter table ledger_account drop constraint ledger_account_kind_check;
alter table ledger_account add constraint ledger_account_kind_check check (kind in (
  'rider', 'driver', 'fleet', 'platform_revenue', 'promo_expense', 'card_clearing', 'cash_in_hand',
  'prepaid_held', 'admin_credit', 'referral_expense', 'withdrawals'));
insert into ledger_account (kind) values ('referral_expense');
alter table ledger_transaction drop constraint ledger_transaction_kind_check;
alter table ledger_transaction add constraint ledger_transaction_kind_check check (kind in (
  'ride', 'prepayment', 'prepayment_refund', 'cancellation', 'admin_credit', 'referral', 'topup', 'withdrawal'));
