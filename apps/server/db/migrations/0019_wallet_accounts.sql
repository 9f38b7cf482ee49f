-- The ledger's accounts as money really moves: a clearing account for each payment provider, what is held for
-- bookings, what was refunded, what people have asked to be paid out, and the bank it is paid from.
alter table ledger_account disable trigger ledger_balance_is_kept;
alter table ledger_account drop constraint ledger_account_kind_check;
alter table ledger_account drop constraint ledger_account_check;
alter table ledger_account add column provider text;

update ledger_account set kind = 'payments_held' where kind = 'prepaid_held';
update ledger_account set kind = 'withdrawals_payable' where kind = 'withdrawals';
-- no card could be charged before: this account never had an entry
delete from ledger_account where kind = 'card_clearing';
drop index ledger_account_platform;
create unique index ledger_account_platform on ledger_account (kind) where owner is null and provider is null;
create unique index ledger_account_provider on ledger_account (provider) where provider is not null;
insert into ledger_account (kind) values ('refund_expense'), ('bank');

alter table ledger_account add constraint ledger_account_kind check (kind in (
  'rider', 'driver', 'fleet', 'platform_revenue', 'promo_expense', 'referral_expense', 'refund_expense',
  'admin_credit', 'cash_in_hand', 'payments_held', 'withdrawals_payable', 'bank', 'provider_clearing'));
alter table ledger_account add constraint ledger_account_owned check (
  (owner is not null) = (kind in ('rider', 'driver', 'fleet'))
  and (provider is not null) = (kind = 'provider_clearing'));
alter table ledger_account enable trigger ledger_balance_is_kept;

alter table ledger_transaction drop constraint ledger_transaction_kind_check;
alter table ledger_transaction add constraint ledger_transaction_kind check (kind in (
  'ride', 'prepayment', 'prepayment_refund', 'cancellation', 'admin_credit', 'referral', 'topup', 'capture',
  'provider_refund', 'booking_refund', 'withdrawal', 'withdrawal_paid', 'withdrawal_returned'));

-- The specification's walletHistory: each entry of a person's account as Credit, Debit or Withdraw.
create view wallet_history as
select
  e.id, a.owner, t.kind,
  case when t.kind = 'withdrawal' then 'Withdraw' when e.amount > 0 then 'Credit' else 'Debit' end as type,
  abs(e.amount) as amount, e.balance, t.tx_ref, t.booking, t.at
from ledger_entry e
join ledger_account a on a.id = e.account
join ledger_transaction t on t.id = e.transaction
where a.owner is not null;
