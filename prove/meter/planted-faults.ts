// Planted faults in the trip meter.
import { lengthKm, meterLimits, type TraceFix, traceLimits } from '@kerb/domain/geo';
import type { PricedBooking } from '../../apps/server/src/modules/booking/trip/final-fare.ts';
import { finalAmounts } from '../../apps/server/src/modules/booking/trip/final-fare.ts';
import {
  type MeasuredTrip,
  type MeterMaps,
  measureTrip,
} from '../../apps/server/src/modules/booking/trip/measure-trip.ts';

/** The two steps from positions to the amount. */
export interface MeterUnderTest {
  measure(maps: MeterMaps, fixes: readonly TraceFix[]): Promise<MeasuredTrip>;
  /** The amount collected without an admin's decision, in minor units. */
  collect(booking: PricedBooking, driven: { distance_km: number; time_secs: number }): number;
}

const withoutMatching = (maps: MeterMaps): MeterMaps => ({ ...maps, matchTrace: async () => null });
const anySpeed = { ...traceLimits, maxSpeedKmPerHour: 1e9, minSpacingMs: 0 };
const anyMeter = { ...meterLimits, slackSeconds: 1e9 };

const straight = (km: number): MeasuredTrip => ({ km, rejectedKm: 0, method: 'straight', line: '' });

/** Accepts positions within 250 m of the reach of the previous one, each checked separately. */
function withSlackForEachFix(fixes: readonly TraceFix[]): number {
  const sorted = [...fixes].sort((one, other) => one.at - other.at);
  const believed: TraceFix[] = [];
  for (const fix of sorted) {
    const last = believed.at(-1);
    const reachKm = last ? 0.5 + (250 * (fix.at - last.at)) / 3_600_000 : 0;
    if (last === undefined || lengthKm([last, fix]) <= reachKm) believed.push(fix);
  }
  return lengthKm(believed);
}

export function plantedFaults(real: MeterUnderTest): { fault: string; meter: MeterUnderTest }[] {
  const measuring = (fault: string, measure: MeterUnderTest['measure']) => ({
    fault,
    meter: { ...real, measure },
  });
  return [
    {
      fault: 'a fare is collected however far it exceeds its quote',
      meter: {
        ...real,
        collect: (booking, driven) => finalAmounts(booking, driven, 1e6).patch.trip_cost ?? 0,
      },
    },
    {
      fault: 'the tolerance is twice what is set',
      meter: {
        ...real,
        collect: (booking, driven) => finalAmounts(booking, driven, 100).patch.trip_cost ?? 0,
      },
    },
    measuring('each position is granted its accuracy again', async (_, fixes) =>
      straight(withSlackForEachFix(fixes)),
    ),
    measuring('every silence is filled by a route', (maps, fixes) =>
      measureTrip(maps, fixes, {
        trace: { ...traceLimits, gapMs: 25_000, gapKm: traceLimits.spacingKm },
        meter: meterLimits,
      }),
    ),
    measuring('positions are added up as they came', async (_, fixes) => straight(lengthKm(fixes))),
    measuring('no position is out of reach and no road too far to be driven', (maps, fixes) =>
      measureTrip(maps, fixes, { trace: anySpeed, meter: anyMeter }),
    ),
    measuring('no position is out of reach', (maps, fixes) =>
      measureTrip(maps, fixes, { trace: anySpeed, meter: meterLimits }),
    ),
    measuring('noise is not averaged', (maps, fixes) =>
      measureTrip(maps, fixes, {
        trace: { ...traceLimits, windowMs: 0, spacingKm: 0 },
        meter: meterLimits,
      }),
    ),
    measuring('gaps are straight lines', (maps, fixes) =>
      measureTrip(
        { ...maps, directions: () => Promise.reject(new Error('planted')) },
        fixes.filter((_, index) => index % 40 === 0),
      ),
    ),
    measuring('no road is too far to be driven in its time', (maps, fixes) =>
      measureTrip(maps, fixes, { trace: traceLimits, meter: anyMeter }),
    ),
    measuring('distance is in miles', async (maps, fixes) => {
      const measured = await measureTrip(maps, fixes);
      return { ...measured, km: measured.km / 1.609344 };
    }),
    measuring('trips are measured by directions alone, without bounds', async (maps, fixes) => {
      const measured = await measureTrip(withoutMatching(maps), fixes, {
        trace: { ...anySpeed, windowMs: 0, spacingKm: 0 },
        meter: anyMeter,
      });
      return measured;
    }),
    measuring('the last fifth of a trip is lost', (maps, fixes) =>
      measureTrip(maps, fixes.slice(0, Math.ceil(fixes.length * 0.8))),
    ),
  ];
}
