-- Gives positions in one call instead of five statements: the head's row lock, the numbering and the notification.
-- Each statement of a volatile function sees what was committed before it, so the numbering sees what a sequencer that
-- held the lock before has done.
create function sequence_outbox_events(batch integer) returns integer language plpgsql volatile as $$
declare
  head bigint;
  given integer;
begin
  select position into head from outbox_heads for update;
  with pending as (select id from outbox_events where position is null order by id limit batch),
  numbered as (select id, head + row_number() over (order by id) as new_position from pending)
  update outbox_events set position = numbered.new_position from numbered where outbox_events.id = numbered.id;
  get diagnostics given = row_count;
  if given > 0 then
    update outbox_heads set position = head + given;
    notify kerb_outbox_sequenced;
  end if;
  return given;
end
$$;
