-- The fees of all time are read from sums, so that the dashboard does not take longer each year.

-- What each fleet's drivers earned the operator with bookings paid before the moment in `earned_fees_until`; one row is
-- for drivers without a fleet. Amounts are minor units.
create table earned_fees (
  fleetadmin uuid unique nulls not distinct,
  convenience_fees bigint not null
);
create table earned_fees_until (
  only_row boolean primary key default true check (only_row),
  paid_at bigint not null
);
insert into earned_fees_until (paid_at) values (0);

create function earned_fees_add(fleet uuid, fees bigint) returns void language sql as $$
  insert into earned_fees (fleetadmin, convenience_fees) values (fleet, fees)
  on conflict (fleetadmin) do update set convenience_fees = earned_fees.convenience_fees + excluded.convenience_fees
$$;

-- Bookings that are in the sums already change seldom. The lock waits for sums that are being moved on, and they for it.
create function earned_fees_change() returns trigger language plpgsql as $$
declare
  until bigint;
begin
  select paid_at into until from earned_fees_until for share;
  if tg_op <> 'INSERT' and old.status in ('PAID', 'COMPLETE') and old.paid_at < until and old.convenience_fees > 0 then
    perform earned_fees_add(old.fleetadmin, -old.convenience_fees);
  end if;
  if tg_op <> 'DELETE' and new.status in ('PAID', 'COMPLETE') and new.paid_at < until and new.convenience_fees > 0 then
    perform earned_fees_add(new.fleetadmin, new.convenience_fees);
  end if;
  return null;
end $$;

-- The sums end at least two days ago, so a booking paid within the last day is in none.
create function earned_fees_may_have(paid_at bigint) returns boolean language sql stable as $$
  select paid_at < (extract(epoch from now()) * 1000)::bigint - 86400000
$$;

create trigger earned_fees_insert after insert on bookings for each row
  when (earned_fees_may_have(new.paid_at)) execute function earned_fees_change();
create trigger earned_fees_delete after delete on bookings for each row
  when (earned_fees_may_have(old.paid_at)) execute function earned_fees_change();
create trigger earned_fees_update after update of status, paid_at, convenience_fees, fleetadmin on bookings for each row
  when (
    (old.status, old.paid_at, old.convenience_fees, old.fleetadmin)
      is distinct from (new.status, new.paid_at, new.convenience_fees, new.fleetadmin)
    and (earned_fees_may_have(old.paid_at) or earned_fees_may_have(new.paid_at)))
  execute function earned_fees_change();

-- Moves the sums on to a moment that is at least two days ago.
create function earned_fees_move_on(next bigint) returns void language plpgsql as $$
declare
  until bigint;
begin
  if next > (extract(epoch from now()) * 1000)::bigint - 172800000 then
    raise exception 'earned fees are summed only when they are two days old';
  end if;
  select paid_at into until from earned_fees_until for update;
  if next <= until then return; end if;
  perform earned_fees_add(earned.fleetadmin, earned.fees) from (
    select fleetadmin, sum(convenience_fees)::bigint as fees from bookings
    where status in ('PAID', 'COMPLETE') and convenience_fees > 0 and paid_at >= until and paid_at < next
    group by fleetadmin
  ) as earned;
  update earned_fees_until set paid_at = next;
end $$;
