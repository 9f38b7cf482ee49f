-- A mail that the mail server refuses for good is given up, with what it answered.
alter table receipt_mail
  add column refused_at bigint,
  add column refusal text not null default '';
