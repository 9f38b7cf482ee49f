-- The double-entry ledger. Money only moves between accounts: the entries of a transaction sum to zero, and no
-- entry is ever changed. Amounts are minor units; what is owed to the account's owner is positive.

create table ledger_account (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (kind in (
    'rider', 'driver', 'fleet', 'platform_revenue', 'promo_expense', 'card_clearing', 'cash_in_hand',
    'prepaid_held', 'admin_credit', 'withdrawals')),
  -- the person whose wallet this is; null for the platform's own accounts
  owner uuid,
  -- kept by the trigger on ledger_entry, in the same statement; never written otherwise
  balance bigint not null default 0,
  check ((owner is not null) = (kind in ('rider', 'driver', 'fleet')))
);
-- A person has one wallet; the platform has one account of each kind.
create unique index ledger_account_owner on ledger_account (owner) where owner is not null;
create unique index ledger_account_platform on ledger_account (kind) where owner is null;
insert into ledger_account (kind) values
  ('platform_revenue'), ('promo_expense'), ('card_clearing'), ('cash_in_hand'), ('prepaid_held'),
  ('admin_credit'), ('withdrawals');

create table ledger_transaction (
  id uuid primary key,
  kind text not null check (kind in (
    'ride', 'prepayment', 'prepayment_refund', 'cancellation', 'admin_credit', 'topup', 'withdrawal')),
  -- what the transaction is for: the booking's id, or the id of a top-up. One of each kind: a retry changes nothing.
  reference text not null,
  booking uuid,
  -- shown in the wallet history: the booking's id, or AdminCredit
  tx_ref text not null,
  at bigint not null,
  -- the database transaction that wrote it: nothing can be added to it afterwards
  written_by xid8 not null default pg_current_xact_id(),
  constraint ledger_transaction_once unique (kind, reference)
);
create index ledger_transaction_booking on ledger_transaction (booking);

create table ledger_entry (
  id bigint generated always as identity primary key,
  transaction uuid not null references ledger_transaction,
  account uuid not null references ledger_account,
  amount bigint not null check (amount <> 0),
  -- the account's balance with this entry; set by the trigger
  balance bigint not null
);
create index ledger_entry_transaction on ledger_entry (transaction);
create index ledger_entry_account on ledger_entry (account, id desc);

create function ledger_keep_balance() returns trigger language plpgsql as $$
begin
  if not exists (select 1 from ledger_transaction
                 where id = new.transaction and written_by = pg_current_xact_id()) then
    raise exception 'a ledger transaction is written at once' using errcode = 'restrict_violation';
  end if;
  update ledger_account set balance = balance + new.amount where id = new.account returning balance into new.balance;
  return new;
end $$;
create trigger ledger_keep_balance before insert on ledger_entry
  for each row execute function ledger_keep_balance();

-- Its argument names the column that holds the transaction.
create function ledger_check_balanced() returns trigger language plpgsql as $$
declare
  of_transaction uuid := (to_jsonb(new) ->> tg_argv[0])::uuid;
  total numeric;
  entries integer;
begin
  select coalesce(sum(amount), 0), count(*) into total, entries from ledger_entry where transaction = of_transaction;
  if total <> 0 or entries < 2 then
    raise exception 'ledger transaction % is not balanced: % in % entries', of_transaction, total, entries
      using errcode = 'check_violation', constraint = 'ledger_balanced';
  end if;
  return null;
end $$;
create constraint trigger ledger_balanced after insert on ledger_entry
  deferrable initially deferred for each row execute function ledger_check_balanced('transaction');
create constraint trigger ledger_has_entries after insert on ledger_transaction
  deferrable initially deferred for each row execute function ledger_check_balanced('id');

create function ledger_is_append_only() returns trigger language plpgsql as $$
begin
  raise exception 'the ledger is append-only' using errcode = 'restrict_violation';
end $$;
create trigger ledger_entry_append_only before update or delete or truncate on ledger_entry
  for each statement execute function ledger_is_append_only();
create trigger ledger_transaction_append_only before update or delete or truncate on ledger_transaction
  for each statement execute function ledger_is_append_only();

-- A balance changes only through an entry: the trigger above runs one level deeper than a plain update.
create function ledger_balance_is_kept() returns trigger language plpgsql as $$
begin
  if tg_op <> 'UPDATE' or pg_trigger_depth() < 2 then
    raise exception 'a balance changes only through ledger entries' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger ledger_balance_is_kept before update or delete on ledger_account
  for each row execute function ledger_balance_is_kept();
