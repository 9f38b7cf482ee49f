-- Every table gets a plural name. Views follow by themselves; functions name tables in their text and are written again.
alter table admin_credit rename to admin_credits;
alter table booking rename to bookings;
alter table booking_refund rename to booking_refunds;
alter table booking_reminder rename to booking_reminders;
alter table booking_request rename to booking_requests;
alter table booking_timeline rename to booking_timeline_entries;
alter table booking_trail rename to booking_trails;
alter table cancel_reason rename to cancel_reasons;
alter table chat rename to chats;
alter table chat_message rename to chat_messages;
alter table dev_inbox rename to dev_inbox_messages;
alter table dispatch_by_hand rename to dispatch_manual_bookings;
alter table dispatch_candidate rename to dispatch_candidates;
alter table dispatch_round rename to dispatch_rounds;
alter table idempotency_key rename to idempotency_keys;
alter table language rename to languages;
alter table ledger_account rename to ledger_accounts;
alter table ledger_chain rename to ledger_chain_links;
alter table ledger_entry rename to ledger_entries;
alter table ledger_seal rename to ledger_seals;
alter table ledger_transaction rename to ledger_transactions;
alter table maps_address rename to maps_addresses;
alter table maps_city rename to maps_cities;
alter table maps_corner rename to maps_corners;
alter table maps_place rename to maps_places;
alter table maps_street rename to maps_streets;
alter table notice_delivery rename to notice_deliveries;
alter table notification_campaign rename to notification_campaigns;
alter table outbox rename to outbox_events;
alter table outbox_cursor rename to outbox_cursors;
alter table outbox_failure rename to outbox_failures;
alter table outbox_head rename to outbox_heads;
alter table payment rename to payments;
alter table payment_event rename to payment_events;
alter table payment_refund rename to payment_refunds;
alter table payment_test_order rename to payment_test_orders;
alter table payment_test_refund rename to payment_test_refunds;
alter table payment_topup rename to payment_topups;
alter table promo rename to promos;
alter table promo_use rename to promo_uses;
alter table push_device rename to push_devices;
alter table quote rename to quotes;
alter table receipt rename to receipts;
alter table receipt_mail rename to receipt_mails;
alter table safety_alert rename to safety_alerts;
alter table seed_mark rename to seed_marks;
alter table share_link rename to share_links;
alter table user_audit rename to user_audit_entries;
alter table withdraw rename to withdraws;
alter view ledger_booking rename to ledger_bookings;
alter view ledger_fare_review rename to ledger_fare_reviews;

create or replace function maps_search_names(city bigint, texts text[], most integer)
returns table (source text, id integer, name text, search text, kind text, area text, weight real, lng double precision, lat double precision)
language sql stable parallel safe
set pg_trgm.word_similarity_threshold = 0.42
as $$
  (select 'street', s.id, s.name, s.search, 'street', s.area, s.weight, s.location[0], s.location[1]
   from maps_streets s, unnest(texts) as t(text)
   where s.city_id = city and t.text <% s.search
   order by word_similarity(t.text, s.search) + 0.2 * similarity(t.text, s.search) + 0.1 * s.weight desc limit most)
  union all
  (select 'place', p.id, p.name, p.search, p.kind, p.area, p.weight, p.location[0], p.location[1]
   from maps_places p, unnest(texts) as t(text)
   where p.city_id = city and t.text <% p.search
   order by word_similarity(t.text, p.search) + 0.2 * similarity(t.text, p.search) + 0.1 * p.weight desc limit most)
$$;

create or replace function ledger_keep_balance() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if not exists (select 1 from ledger_transactions
                 where id = new.transaction and written_by = pg_current_xact_id())
     or exists (select 1 from ledger_chain_links where transaction = new.transaction) then
    raise exception 'a ledger transaction is written at once' using errcode = 'restrict_violation';
  end if;
  update ledger_accounts set balance = balance + new.amount where id = new.account returning balance into new.balance;
  return new;
end $$;

create or replace function ledger_check_balanced() returns trigger language plpgsql as $$
declare
  of_transaction uuid := (to_jsonb(new) ->> tg_argv[0])::uuid;
  total numeric;
  entries integer;
begin
  select coalesce(sum(amount), 0), count(*) into total, entries from ledger_entries where transaction = of_transaction;
  if total <> 0 or entries < 2 then
    raise exception 'ledger transaction % is not balanced: % in % entries', of_transaction, total, entries
      using errcode = 'check_violation', constraint = 'ledger_balanced';
  end if;
  return null;
end $$;

create or replace function ledger_link_text(link bigint, of_transaction uuid) returns text
language sql stable set search_path = pg_catalog, public, pg_temp as $$
  select jsonb_build_array(link, t.id, t.kind, t.reference, t.booking, t.tx_ref, t.at, (
    select jsonb_agg(jsonb_build_array(e.id, e.account, a.kind, a.owner, a.provider, e.amount, e.balance) order by e.id)
    from ledger_entries e join ledger_accounts a on a.id = e.account
    where e.transaction = t.id))::text
  from ledger_transactions t where t.id = of_transaction
$$;

create or replace function ledger_chain_transaction() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  last_seq bigint;
  last_hash bytea;
begin
  perform pg_advisory_xact_lock(5263020);
  select c.seq, c.hash into last_seq, last_hash from ledger_chain_links c order by c.seq desc limit 1;
  if last_seq is null then
    last_seq := 0;
    last_hash := decode(repeat('00', 32), 'hex');
  end if;
  insert into ledger_chain_links (seq, transaction, prev_hash, hash) values (
    last_seq + 1, new.id, last_hash,
    sha256(last_hash || convert_to(ledger_link_text(last_seq + 1, new.id), 'UTF8')))
  -- only a transaction with an older snapshot of the ledger meets a link it has not seen: it must be retried
  on conflict (seq) do nothing;
  if not found then
    raise exception 'the ledger moved on meanwhile' using errcode = 'serialization_failure';
  end if;
  return null;
end $$;

create or replace function ledger_hold(people uuid[]) returns table (id uuid, owner uuid, balance bigint)
language sql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
  select a.id, a.owner, a.balance from ledger_accounts a where a.owner = any (people) order by a.id for no key update
$$;

create or replace function push_device_newest() returns trigger language plpgsql as $$
begin
  update users set (push_token, user_platform) = (
    select token, platform from push_devices where push_devices.uid = users.uid order by set_at desc, session desc limit 1)
  where users.uid in (
    select uid from (
      select case when tg_op <> 'INSERT' then old.uid end as uid
      union select case when tg_op <> 'DELETE' then new.uid end) as touched
    where touched.uid is not null);
  return null;
end $$;

create or replace function language_has_default() returns trigger language plpgsql as $$
begin
  if not exists (select from languages where is_default) then
    raise exception 'one language is the default' using errcode = 'restrict_violation';
  end if;
  return null;
end $$;
