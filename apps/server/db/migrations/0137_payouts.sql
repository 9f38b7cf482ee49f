-- Of a captured payment, what waits for an admin because a refund failed and the payer's account was deleted.
alter table payments add column held_amount bigint not null default 0;

-- Fleet admins also withdraw: rent, commission and bonuses are credited to their wallets.
alter table withdraws
  drop constraint withdraw_account_check,
  add constraint withdraw_account_check check (account in ('rider', 'driver', 'fleet')) not valid;
