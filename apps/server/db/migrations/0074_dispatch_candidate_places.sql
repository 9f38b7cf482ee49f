-- Where a candidate was when the round evaluated them; null in older rounds, and after the driver's account is deleted.
alter table dispatch_candidates
  add column lat double precision check (lat between -90 and 90),
  add column lng double precision check (lng between -180 and 180),
  add constraint dispatch_candidates_whole_place check ((lat is null) = (lng is null));
