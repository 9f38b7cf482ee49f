-- An entry has the time of its transaction, so that the movements of a day are found in an index of the account.
alter table ledger_entries add column at bigint;
alter table ledger_entries disable trigger ledger_entry_append_only;
update ledger_entries e set at = t.at from ledger_transactions t where t.id = e.transaction;
alter table ledger_entries enable trigger ledger_entry_append_only;
alter table ledger_entries alter column at set not null;

create index ledger_entries_of_account on ledger_entries (account, at);

create or replace function ledger_keep_balance() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  select t.at into new.at from ledger_transactions t
  where t.id = new.transaction and t.written_by = pg_current_xact_id();
  if new.at is null or exists (select 1 from ledger_chain_links where transaction = new.transaction) then
    raise exception 'a ledger transaction is written at once' using errcode = 'restrict_violation';
  end if;
  update ledger_accounts set balance = balance + new.amount where id = new.account returning balance into new.balance;
  return new;
end $$;

-- Every movement of a person's wallet, signed. Read only.
create or replace view report_movements as
select e.id, a.owner, t.kind, e.amount, e.at, t.booking, b.reference
from ledger_entries e
join ledger_accounts a on a.id = e.account
join ledger_transactions t on t.id = e.transaction
left join bookings b on b.id = t.booking
where a.owner is not null;
