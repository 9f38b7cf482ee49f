// Presents a dispatch round with every candidate that it evaluated, and the driver planned for a booking.
import type { Receipt } from './dispatch.repository.ts';
import type { ReservationRow } from './reservations.repository.ts';

/** `names`: display names by uid; deleted accounts are missing. */
export const presentReceipt = (
  { at, policy, ask_at, nearest_secs, unlisted, candidates }: Receipt,
  names: ReadonlyMap<string, string>,
) => ({
  at,
  policy,
  askAt: ask_at,
  nearest_in_secs: nearest_secs,
  unlisted,
  candidates: candidates.map(({ driver, distance_km, eta_secs, free_in_secs, gate, asked, lat, lng }) => ({
    driver,
    name: names.get(driver) ?? '',
    distance_in_km: distance_km,
    eta_in_secs: eta_secs,
    free_in_secs,
    gate,
    asked,
    position: lat === null || lng === null ? null : { lat, lng },
  })),
});

export const presentPlanned = (
  { driver, arrives_at, planned_at }: ReservationRow,
  names: ReadonlyMap<string, string>,
) => ({
  driver,
  name: names.get(driver) ?? '',
  arrivesAt: arrives_at,
  plannedAt: planned_at,
});
