-- What is swept once it is old: events of providers, and top-ups that were never taken to one.
create index payment_event_at on payment_event (at);
create index payment_topup_created on payment_topup (created_at);
