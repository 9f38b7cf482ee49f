-- A message may be a picture, kept in the storage under the message's id, with or without words.
alter table chat_message
  add column type text not null default 'msg' check (type in ('msg', 'image')),
  drop constraint chat_message_message_check,
  add constraint chat_message_says_something check (
    length(message) <= 1000 and (type = 'image' or length(message) >= 1)
  );
