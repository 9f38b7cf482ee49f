-- The languages on offer. Of those that Kerb ships only what the operator changed is kept: the texts come with the program.

-- Numbers the states of all languages, so that one deleted and added again never has an old number twice; 0 is none of them.
create sequence language_version;

create table language (
  id uuid primary key,
  lang_name text not null check (length(lang_name) between 1 and 60),
  lang_locale text not null check (length(lang_locale) between 2 and 35),
  date_locale text not null check (length(date_locale) between 2 and 35),
  is_default boolean not null default false,
  key_value_pairs jsonb not null default '{}' check (jsonb_typeof(key_value_pairs) = 'object'),
  version bigint not null default 0 check (version >= 0),
  created_at bigint not null,
  updated_at bigint not null
);
create unique index language_locale_once on language (lower(lang_locale));
create unique index language_name_once on language (lower(lang_name));
create unique index language_default_once on language (is_default) where is_default;

-- At the end of a transaction there is a default language, whatever happened in between.
create function language_has_default() returns trigger language plpgsql as $$
begin
  if not exists (select from language where is_default) then
    raise exception 'one language is the default' using errcode = 'restrict_violation';
  end if;
  return null;
end $$;
create constraint trigger language_has_default after update or delete on language
  deferrable initially deferred for each row execute function language_has_default();

insert into language (id, lang_name, lang_locale, date_locale, is_default, created_at, updated_at)
select gen_random_uuid(), lang_name, lang_locale, date_locale, lang_locale = 'en', at + place, at + place
from
  (select (extract(epoch from now()) * 1000)::bigint as at) as now,
  (values
    (0, 'English', 'en', 'en'),
    (1, 'Español', 'es', 'es-UY'),
    (2, 'Português', 'pt', 'pt-BR'),
    (3, 'Français', 'fr', 'fr'),
    (4, 'العربية', 'ar', 'ar-u-nu-latn')
  ) as shipped (place, lang_name, lang_locale, date_locale);
