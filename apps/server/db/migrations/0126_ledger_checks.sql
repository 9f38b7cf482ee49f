-- A transaction of the ledger is checked once, while it commits: by the function that makes its link. A check for each
-- entry read all entries of the transaction again, and entries cannot be added to a transaction that has its link.
create or replace function ledger_chain_transaction() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  total numeric;
  entries integer;
  last_seq bigint;
  last_hash bytea;
begin
  select coalesce(sum(e.amount), 0), count(*) into total, entries from ledger_entries e where e.transaction = new.id;
  if total <> 0 or entries < 2 then
    raise exception 'ledger transaction % is not balanced: % in % entries', new.id, total, entries
      using errcode = 'check_violation', constraint = 'ledger_balanced';
  end if;
  perform pg_advisory_xact_lock(5263020);
  select c.seq, c.hash into last_seq, last_hash from ledger_chain_links c order by c.seq desc limit 1;
  if last_seq is null then
    last_seq := 0;
    last_hash := decode(repeat('00', 32), 'hex');
  end if;
  insert into ledger_chain_links (seq, transaction, prev_hash, hash) values (
    last_seq + 1, new.id, last_hash,
    sha256(last_hash || convert_to(ledger_link_text(last_seq + 1, new.id), 'UTF8')))
  -- only a transaction with an older snapshot of the ledger meets a link it has not seen: it must be retried
  on conflict (seq) do nothing;
  if not found then
    raise exception 'the ledger moved on meanwhile' using errcode = 'serialization_failure';
  end if;
  return null;
end $$;

drop trigger ledger_balanced on ledger_entries;
drop trigger ledger_has_entries on ledger_transactions;
drop function ledger_check_balanced();

-- The same text; in PL/pgSQL its plan is prepared once for each connection, in SQL for each call.
create or replace function ledger_link_text(link bigint, of_transaction uuid) returns text
language plpgsql stable set search_path = pg_catalog, public, pg_temp as $$
begin
  return (select jsonb_build_array(link, t.id, t.kind, t.reference, t.booking, t.tx_ref, t.at, (
      select jsonb_agg(jsonb_build_array(e.id, e.account, a.kind, a.owner, a.provider, e.amount, e.balance) order by e.id)
      from ledger_entries e join ledger_accounts a on a.id = e.account
      where e.transaction = t.id))::text
    from ledger_transactions t where t.id = of_transaction);
end $$;
