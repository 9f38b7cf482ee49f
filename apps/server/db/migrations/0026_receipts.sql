-- Receipts of paid rides and of cancellations with a fee: what must not change with the settings, and the mails sent.
create table receipt (
  booking uuid primary key references booking on delete cascade,
  -- gaps mean nothing: only that it never changes and is nobody else's
  number bigint not null unique generated always as identity,
  -- percent, as the settings had it when the ride was over; 0: no tax line
  tax_rate numeric(9, 6) not null check (tax_rate between 0 and 100),
  tax_name text not null
);

create table receipt_mail (
  id uuid primary key,
  booking uuid not null references receipt on delete cascade,
  -- sent because the ride was paid, and not because somebody asked for it
  automatic boolean not null,
  asked_at bigint not null,
  -- null until the mail server has taken it
  sent_at bigint
);
create index receipt_mail_booking on receipt_mail (booking);
create unique index receipt_mail_once on receipt_mail (booking) where automatic;
