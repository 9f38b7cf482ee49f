-- The rounds that evaluated a driver, newest first: their ids are ordered by time.
create index dispatch_candidates_driver on dispatch_candidates (driver, round desc);
