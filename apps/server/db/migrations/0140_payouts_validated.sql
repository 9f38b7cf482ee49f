-- no transaction
-- Every row meets the new accounts of withdrawals, because they only add to the earlier ones.
alter table withdraws validate constraint withdraw_account_check;
