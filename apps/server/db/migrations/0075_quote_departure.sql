-- The departure whose traffic is in the price of a quote, ms since the epoch; null for the time of the quote.
alter table quotes add column departs_at bigint;
