-- What a booking has already taken of the rider's money, and what went back of it. Amounts are minor units.
alter table booking
  -- taken from the wallet and held until the ride is settled
  add column wallet_held bigint not null default 0 check (wallet_held >= 0),
  -- the payment at a provider that paid for it; what it captured is card_payment_amount
  add column payment uuid constraint booking_payment_once unique;
update booking set wallet_held = used_wallet_money
where prepaid and status in ('NEW', 'ACCEPTED', 'ARRIVED', 'STARTED', 'REACHED');

create table booking_refund (
  id uuid primary key,
  booking uuid not null references booking on delete cascade,
  at bigint not null,
  amount bigint not null check (amount > 0 and amount = to_wallet + to_card),
  to_wallet bigint not null check (to_wallet >= 0),
  -- paid back by the provider of this payment
  to_card bigint not null check (to_card >= 0),
  payment uuid check ((payment is not null) = (to_card > 0)),
  -- pending while the provider has not paid back; failed: it refused, and the card's part is in the wallet
  status text not null check (status in ('done', 'pending', 'failed') and (to_card > 0 or status = 'done')),
  reason text not null,
  -- the admin who granted it; null: because the booking was not made, or was paid twice
  granted_by uuid
);
create index booking_refund_booking on booking_refund (booking, at);
