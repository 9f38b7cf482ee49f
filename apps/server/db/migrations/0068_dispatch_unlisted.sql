-- A receipt lists the candidates of a round up to a limit; the other evaluated drivers are counted.
alter table dispatch_rounds add column unlisted jsonb not null default '{}';
