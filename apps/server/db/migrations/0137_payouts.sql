-- Of a captured payment, what waits for an admin because a refund failed and the payer's account was deleted.
alter table payments add column held_amount bigint not null default 0;
