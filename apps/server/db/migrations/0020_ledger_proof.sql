-- The ledger can be proved: every transaction is a link of a hash chain, made while it commits, and every finished
-- day is sealed. The functions that keep the ledger act with their owner's rights, so that the program's own role
-- needs none to change it.

create table ledger_chain (
  -- 1, 2, 3 … without a gap, in the order of the commits
  seq bigint primary key check (seq > 0),
  transaction uuid not null constraint ledger_chain_once unique references ledger_transaction,
  -- the hash of the link before; 32 zero bytes for the first
  prev_hash bytea not null check (octet_length(prev_hash) = 32),
  -- sha256 of prev_hash, then the text of the transaction and its entries in UTF-8
  hash bytea not null check (octet_length(hash) = 32)
);

-- What a link vouches for: its number, the transaction, and all entries in their order with account, amount and balance.
create function ledger_link_text(link bigint, of_transaction uuid) returns text
language sql stable set search_path = pg_catalog, public, pg_temp as $$
  select jsonb_build_array(link, t.id, t.kind, t.reference, t.booking, t.tx_ref, t.at, (
    select jsonb_agg(jsonb_build_array(e.id, e.account, a.kind, a.owner, a.provider, e.amount, e.balance) order by e.id)
    from ledger_entry e join ledger_account a on a.id = e.account
    where e.transaction = t.id))::text
  from ledger_transaction t where t.id = of_transaction
$$;

-- Deferred, so it runs once for each transaction while it commits, when its entries are there. The lock is the last
-- that a transaction takes and is given back with the commit: commits queue here, and nothing waits in a ring.
create function ledger_chain_transaction() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  last_seq bigint;
  last_hash bytea;
begin
  perform pg_advisory_xact_lock(5263020);
  select c.seq, c.hash into last_seq, last_hash from ledger_chain c order by c.seq desc limit 1;
  if last_seq is null then
    last_seq := 0;
    last_hash := decode(repeat('00', 32), 'hex');
  end if;
  insert into ledger_chain (seq, transaction, prev_hash, hash) values (
    last_seq + 1, new.id, last_hash,
    sha256(last_hash || convert_to(ledger_link_text(last_seq + 1, new.id), 'UTF8')))
  -- only a transaction with an older view of the ledger meets a link it has not seen: it is to try again
  on conflict (seq) do nothing;
  if not found then
    raise exception 'the ledger moved on meanwhile' using errcode = 'serialization_failure';
  end if;
  return null;
end $$;

-- The transactions of before, in the order in which they were written.
do $$
declare
  one record;
  last_hash bytea := decode(repeat('00', 32), 'hex');
begin
  for one in
    select row_number() over (order by first_entry) as seq, transaction
    from (select transaction, min(id) as first_entry from ledger_entry group by transaction) as written
    order by first_entry
  loop
    insert into ledger_chain (seq, transaction, prev_hash, hash) values (
      one.seq, one.transaction, last_hash,
      sha256(last_hash || convert_to(ledger_link_text(one.seq, one.transaction), 'UTF8')))
    returning hash into last_hash;
  end loop;
end $$;

create constraint trigger ledger_chained after insert on ledger_transaction
  deferrable initially deferred for each row execute function ledger_chain_transaction();

-- Nothing is added to a transaction that is a link already.
create or replace function ledger_keep_balance() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if not exists (select 1 from ledger_transaction
                 where id = new.transaction and written_by = pg_current_xact_id())
     or exists (select 1 from ledger_chain where transaction = new.transaction) then
    raise exception 'a ledger transaction is written at once' using errcode = 'restrict_violation';
  end if;
  update ledger_account set balance = balance + new.amount where id = new.account returning balance into new.balance;
  return new;
end $$;

create trigger ledger_chain_append_only before update or delete or truncate on ledger_chain
  for each statement execute function ledger_is_append_only();

-- Wallets are locked by this function, because locking a row otherwise takes the right to change it. Nobody else
-- moves money of these people until the transaction ends. Always in one order, so that two never wait for each other.
create function ledger_hold(people uuid[]) returns table (id uuid, owner uuid, balance bigint)
language sql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
  select a.id, a.owner, a.balance from ledger_account a where a.owner = any (people) order by a.id for no key update
$$;
revoke all on function ledger_hold(uuid[]) from public;

-- Accounts that every payment touches are rewritten in place.
alter table ledger_account set (fillfactor = 70);
create index ledger_transaction_at on ledger_transaction (at);

-- One for each finished day: what the ledger was when the day was over.
create table ledger_seal (
  day date primary key,
  -- the last link of the day; days without transactions repeat the number of the day before
  through_seq bigint not null check (through_seq >= 0),
  -- the hash of that link; 32 zero bytes while there is none
  head_hash bytea not null check (octet_length(head_hash) = 32),
  -- entries of the links up to through_seq
  entries bigint not null check (entries >= 0),
  -- sum of all balances when it was sealed: a ledger that does not add up is not sealed
  total bigint not null check (total = 0),
  sealed_at bigint not null,
  -- mac of the seal before; 32 zero bytes for the first
  prev_mac bytea not null constraint ledger_seal_follows_one unique check (octet_length(prev_mac) = 32),
  -- HMAC-SHA256 over all of the above, with a key of the installation's secret
  mac bytea not null check (octet_length(mac) = 32)
);
create trigger ledger_seal_append_only before update or delete or truncate on ledger_seal
  for each statement execute function ledger_is_append_only();

-- What the ledger's verification reads of bookings. Read only.
create view ledger_booking as
select id, status, customer, driver, driver_share, convenience_fees, discount_amount, prepaid, customer_paid,
  used_wallet_money, cash_payment_amount, card_payment_amount
from booking;
