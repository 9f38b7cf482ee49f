-- Payments at providers. Amounts are minor units of the operator's currency; what providers say is kept as they say it.

-- What somebody wants to put into their wallet: the order that the payment form names.
create table payment_topup (
  id uuid primary key,
  uid uuid not null references users (uid) on delete cascade,
  account text not null check (account in ('rider', 'driver')),
  amount bigint not null check (amount > 0),
  currency text not null,
  decimals integer not null,
  created_at bigint not null
);
create index payment_topup_uid on payment_topup (uid, created_at);

create table payment (
  id uuid primary key,
  purpose text not null check (purpose in ('booking', 'topup')),
  -- the booking, or the top-up
  order_id uuid not null,
  booking uuid,
  -- whose wallet a top-up, or money that was held, goes to; kept when the account is deleted
  uid uuid not null,
  account text not null check (account in ('rider', 'driver')),
  provider text not null,
  provider_ref text,
  status text not null default 'open'
    check (status in ('open', 'pending', 'captured', 'failed', 'held', 'refunding', 'refunded')),
  amount bigint not null check (amount > 0),
  currency text not null,
  decimals integer not null check (decimals between 0 and 6),
  product_name text not null,
  -- how the browser gets to the provider, while it is open
  checkout jsonb,
  -- what the provider says it captured
  told_value text,
  told_currency text,
  -- the same in minor units; null in another currency
  captured_amount bigint check (captured_amount > 0),
  -- of it, what was sent back or is on its way back
  going_back bigint not null default 0,
  created_at bigint not null,
  captured_at bigint,
  held boolean not null default false,
  reason text,
  -- what an admin decided about one that was held: into the wallet, or sent back; null again when that failed
  decision text check (decision in ('accepted', 'sent-back')),
  decided_by uuid,
  decided_at bigint,
  decided_reason text,
  -- when the provider is asked again; null when there is nothing to ask
  next_check_at bigint,
  checks integer not null default 0,
  -- until then somebody is calling the provider about it, one at a time
  claimed_until bigint not null default 0,
  check ((purpose = 'booking') = (booking is not null)),
  check ((captured_at is not null) = (status in ('captured', 'held', 'refunding', 'refunded'))),
  check ((captured_at is not null) = (told_value is not null and told_currency is not null)),
  check (captured_amount is null or captured_at is not null),
  constraint payment_captured_as_asked check (status <> 'captured' or captured_amount is not null),
  constraint payment_back_within_captured check (going_back between 0 and coalesce(captured_amount, 0))
);
-- One payment at a provider pays for one thing.
create unique index payment_ref_captured_once on payment (provider, provider_ref) where captured_at is not null;
create index payment_provider_ref on payment (provider, provider_ref);
create index payment_order on payment (order_id, provider, created_at);
create index payment_booking on payment (booking);
create index payment_uid on payment (uid, id);
create index payment_status on payment (status, id);
create index payment_next_check on payment (next_check_at) where next_check_at is not null;

-- What has been captured stays as it was told.
create function payment_keeps_capture() returns trigger language plpgsql as $$
begin
  if old.captured_at is not null and (new.captured_at, new.told_value, new.told_currency, new.captured_amount)
      is distinct from (old.captured_at, old.told_value, old.told_currency, old.captured_amount) then
    raise exception 'payment % is captured once', old.id using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger payment_keeps_capture before update on payment
  for each row execute function payment_keeps_capture();

-- Each event of a provider, once: a duplicate or a replay is known by it. One event read with another state is another.
create table payment_event (
  provider text not null,
  event_id text not null,
  state text not null,
  payment uuid references payment on delete cascade,
  at bigint not null,
  constraint payment_event_once primary key (provider, event_id, state)
);
create index payment_event_payment on payment_event (payment);

create table payment_refund (
  id uuid primary key,
  payment uuid not null references payment on delete cascade,
  -- null: all of a payment in another currency
  amount bigint check (amount > 0),
  value text not null,
  currency text not null,
  -- ours, asked of the provider; or made at the provider's own console
  origin text not null check (origin in ('ours', 'elsewhere')),
  status text not null check (status in ('asked', 'pending', 'done', 'failed')),
  reason text not null,
  failure text,
  provider_ref text,
  attempts integer not null default 0,
  next_try_at bigint,
  created_at bigint not null,
  ended_at bigint,
  check ((ended_at is not null) = (status in ('done', 'failed'))),
  check ((next_try_at is not null) = (status in ('asked', 'pending')))
);
create index payment_refund_payment on payment_refund (payment);
create index payment_refund_next_try on payment_refund (next_try_at) where next_try_at is not null;
-- What is in another currency goes back whole.
create unique index payment_refund_whole on payment_refund (payment) where amount is null and status <> 'failed';

-- The `test` provider's own books, as if it were elsewhere.
create table payment_test_order (
  payment uuid primary key,
  value text not null,
  currency text not null,
  product_name text not null,
  return_url text not null,
  cancel_url text not null,
  webhook_url text not null,
  status text not null default 'open' check (status in ('open', 'pending', 'captured', 'failed')),
  reason text,
  created_at bigint not null
);
create table payment_test_refund (
  id uuid primary key,
  payment uuid not null references payment_test_order on delete cascade,
  value text not null,
  at bigint not null
);
create index payment_test_refund_payment on payment_test_refund (payment);
