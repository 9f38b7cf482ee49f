-- Positions are assigned without waiting for the disk: the events themselves are flushed, and positions that are lost in
-- a crash are assigned again. The new ones must be higher than any that clients may have received before the crash.

-- One row, which disappears in a crash: PostgreSQL empties unlogged tables when it recovers, and when a replica takes
-- over.
create unlogged table outbox_crash_markers (only_row boolean primary key default true check (only_row));
insert into outbox_crash_markers default values;

create function sequence_outbox_batch(batch integer) returns setof outbox_events language plpgsql volatile as $$
declare
  head bigint;
  given integer;
begin
  select position into head from outbox_heads for update;
  if exists (select from outbox_crash_markers) then
    perform set_config('synchronous_commit', 'off', true);
  else
    -- More than can be assigned in the second before PostgreSQL flushes by itself.
    head := head + 1000000;
    update outbox_heads set position = head;
    insert into outbox_crash_markers default values;
  end if;
  return query
    with pending as (select id from outbox_events where position is null order by id limit batch),
    numbered as (select id, head + row_number() over (order by id) as new_position from pending),
    updated as (
      update outbox_events set position = numbered.new_position from numbered
      where outbox_events.id = numbered.id returning outbox_events.*)
    select * from updated order by position;
  get diagnostics given = row_count;
  if given > 0 then
    update outbox_heads set position = head + given;
    perform pg_notify('kerb_outbox_sequenced', (head + given)::text);
  end if;
end
$$;

-- For servers of the release before.
create or replace function sequence_outbox_events(batch integer) returns integer language sql volatile as $$
  select count(*)::integer from sequence_outbox_batch(batch)
$$;
