-- Columns get the words that the field uses: what a provider reported, until when a campaign was queued, when a position was received.
alter table booking_trails rename column heard_at to received_at;
alter table notification_campaigns rename column told_until to queued_until;
alter table notification_campaigns rename column told_all to queued_all;
alter table payments rename column told_value to reported_value;
alter table payments rename column told_currency to reported_currency;

create or replace function payment_keeps_capture() returns trigger language plpgsql as $$
begin
  if old.captured_at is not null and (new.captured_at, new.reported_value, new.reported_currency, new.captured_amount)
      is distinct from (old.captured_at, old.reported_value, old.reported_currency, old.captured_amount) then
    raise exception 'payment % is captured once', old.id using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
