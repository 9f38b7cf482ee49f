-- A provider can confirm a payment and decline its settlement later: the payer then gets no money back. A column beside
-- the status, because servers and apps of before know no such status.
alter table payments add column declined boolean not null default false;
comment on column payments.declined is 'the provider declined the settlement after it had confirmed the payment';
