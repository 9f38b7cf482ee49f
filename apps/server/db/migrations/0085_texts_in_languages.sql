-- Names and notes of car types and the words of cancellation reasons in the languages of the installation, by locale:
-- {"es": {"name": "Económico"}}. The existing columns stay the default text, which is read where a language has none.
alter table car_types
  add column translations jsonb not null default '{}' check (jsonb_typeof(translations) = 'object');

alter table cancel_reasons
  add column translations jsonb not null default '{}' check (jsonb_typeof(translations) = 'object');
