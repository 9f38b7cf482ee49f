-- How the driven distance of a trip was found, and fares far above their quote, which an admin decides on.
alter table booking add column meter_method text check (meter_method in ('matched', 'sampled', 'straight'));
-- The roads driven: encoded polyline, precision 5.
alter table booking add column driven_line text;
-- Repeats the status of the row in fare_reviews, so that reading a booking without one needs no second table.
alter table booking add column fare_review text check (fare_review in ('open', 'approved', 'waived'));

create table fare_reviews (
  booking uuid primary key references booking,
  status text not null check (status in ('open', 'approved', 'waived')),
  opened_at bigint not null,
  reason text not null check (reason in ('distance', 'time', 'distance_and_time')),
  -- trip costs in minor units: as quoted, as collected, and as metered
  quoted bigint not null,
  collected bigint not null,
  metered bigint not null,
  -- what approving adds, in minor units
  extra_share bigint not null check (extra_share >= 0),
  extra_fees bigint not null check (extra_fees >= 0),
  extra_discount bigint not null check (extra_discount >= 0),
  extra_payable bigint not null check (extra_payable = extra_share + extra_fees - extra_discount and extra_payable >= 0),
  -- itemised fare as metered
  breakdown jsonb not null,
  decided_at bigint,
  decided_by uuid,
  note text not null default '',
  -- when the ledger transaction of an approved review was written: a trip that is not paid yet is charged afterwards
  posted_at bigint,
  check ((status = 'open') = (decided_at is null)),
  check (collected + extra_share + extra_fees = metered),
  check (posted_at is null or status = 'approved')
);
create index fare_reviews_status on fare_reviews (status, opened_at desc, booking);
create index fare_reviews_decided_by on fare_reviews (decided_by);

alter table ledger_transaction drop constraint ledger_transaction_kind;
alter table ledger_transaction add constraint ledger_transaction_kind check (kind in (
  'ride', 'prepayment', 'prepayment_refund', 'cancellation', 'admin_credit', 'referral', 'topup', 'capture',
  'provider_refund', 'booking_refund', 'withdrawal', 'withdrawal_paid', 'withdrawal_returned', 'fare_review'));

-- The ride's own transaction is what was collected at the end of the trip: an approved review has one of its own.
create or replace view ledger_booking as
select b.id, b.status, b.customer, b.driver,
  b.driver_share - coalesce(r.extra_share, 0) as driver_share,
  b.convenience_fees - coalesce(r.extra_fees, 0) as convenience_fees,
  b.discount_amount - coalesce(r.extra_discount, 0) as discount_amount,
  b.prepaid,
  b.customer_paid - coalesce(r.extra_payable, 0) as customer_paid,
  b.used_wallet_money - coalesce(r.extra_payable, 0) as used_wallet_money,
  b.cash_payment_amount, b.card_payment_amount,
  -- bookings paid before the column existed had all of it held when they were prepaid
  case when b.prepaid then b.used_wallet_money - coalesce(r.extra_payable, 0) else b.wallet_held end as wallet_held
from booking b
left join fare_reviews r on r.booking = b.id and r.posted_at is not null;

-- What the ledger's verification compares with the transactions of approved reviews.
create view ledger_fare_review as
select r.booking, b.customer, b.driver, r.extra_share, r.extra_fees, r.extra_discount, r.extra_payable
from fare_reviews r join booking b on b.id = r.booking
where r.posted_at is not null;
