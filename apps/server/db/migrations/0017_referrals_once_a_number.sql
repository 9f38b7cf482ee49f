-- An account may be deleted and made anew with the same number; its first trip is not a first trip again. Only a
-- keyed hash of the number is kept, which tells nobody the number.
alter table referrals add column mobile_mac bytea unique check (octet_length(mobile_mac) = 32);
