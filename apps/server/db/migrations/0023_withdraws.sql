-- What people ask to be paid out, what admins say of a credit, and one rule: currency and decimals of amounts do not
-- change while money is being written.
create table withdraw (
  id uuid primary key,
  uid uuid not null references users (uid),
  -- the wallet it was taken from, and goes back to
  account text not null check (account in ('rider', 'driver')),
  -- the name and bank details of that moment; '' once a deleted person's request is decided
  name text not null,
  -- minor units
  amount bigint not null check (amount > 0),
  date bigint not null,
  bank_name text,
  bank_code text,
  bank_account text,
  processed boolean not null default false,
  proces_date bigint,
  returned_at bigint,
  return_reason text,
  decided_by uuid references users (uid),
  check (processed = (proces_date is not null)),
  check ((returned_at is not null) = (return_reason is not null)),
  -- decided once: paid out or given back
  check (not (processed and returned_at is not null)),
  check ((decided_by is not null) = (processed or returned_at is not null))
);
create index withdraw_uid on withdraw (uid, id desc);
create index withdraw_decided_by on withdraw (decided_by);
create index withdraw_pending on withdraw (id desc) where not processed and returned_at is null;

-- Beside the ledger and not in it: the words may name somebody, and can then be forgotten.
create table admin_credit (
  transaction uuid primary key references ledger_transaction,
  uid uuid not null references users (uid),
  by uuid not null references users (uid),
  source text not null check (source in ('cash', 'credit')),
  reason text not null
);
create index admin_credit_uid on admin_credit (uid);
create index admin_credit_by on admin_credit (by);

create or replace view wallet_history as
select
  e.id, a.owner, t.kind,
  case when t.kind = 'withdrawal' then 'Withdraw' when e.amount > 0 then 'Credit' else 'Debit' end as type,
  abs(e.amount) as amount, e.balance, t.tx_ref, t.booking, t.at, nullif(c.reason, '') as reason
from ledger_entry e
join ledger_account a on a.id = e.account
join ledger_transaction t on t.id = e.transaction
left join admin_credit c on c.transaction = t.id
where a.owner is not null;

-- Whoever changes currency or decimals takes this lock alone and then looks whether there is money: what is being
-- written is waited for, and what comes later waits.
create function hold_money_unit() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock_shared(5263023);
  return null;
end $$;
create trigger ledger_holds_money_unit before insert on ledger_transaction
  for each statement execute function hold_money_unit();
create trigger booking_holds_money_unit before insert on booking
  for each statement execute function hold_money_unit();
