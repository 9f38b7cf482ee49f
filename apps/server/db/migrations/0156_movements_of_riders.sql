-- Whether a movement belongs to a trip that the owner took as a rider: a driver may have been one before.
create or replace view report_movements as
select e.id, a.owner, t.kind, e.amount, e.at, t.booking, b.reference,
       coalesce(b.customer = a.owner, false) as of_rider
from ledger_entries e
join ledger_accounts a on a.id = e.account
join ledger_transactions t on t.id = e.transaction
left join bookings b on b.id = t.booking
where a.owner is not null;
