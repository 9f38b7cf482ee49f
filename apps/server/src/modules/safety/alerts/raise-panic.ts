// Raises a call for help with the place and the people on the trip; pressing again updates the caller's alert.
import type { LatLng } from '@kerb/domain/geo';
import { DomainError } from '@kerb/domain/kernel';
import { mayPanic, offersPanic } from '@kerb/domain/safety';
import type { Actor } from '../../../kit/index.ts';
import { POSITION_VALID_MS } from '../../fleet/index.ts';
import type { SafetyDeps } from '../safety.deps.ts';
import { publishAlertChanged, publishAlertRaised } from '../safety.events.ts';
import { type OnBoard, permittedBooking, type SafetyBooking, safetyPolicy } from '../safety.policy.ts';
import { alertRepository } from './alert.repository.ts';

export function createRaisePanic(deps: SafetyDeps) {
  const { withTx, clock, ids, settings, fleet } = deps;

  /**
   * The car's position, if it is recent enough to be that of the caller; null for a rider whose driver has not arrived,
   * because they are apart.
   */
  async function placeOfCar(booking: SafetyBooking, party: OnBoard): Promise<LatLng | null> {
    if (booking.driver === null || (party === 'rider' && booking.status === 'ACCEPTED')) return null;
    const car = await fleet.positions.of(booking.driver);
    return car !== null && car.at >= clock.now() - POSITION_VALID_MS ? car : null;
  }

  /**
   * Returns the time of the alert, in ms since the epoch. Throws `panic_off` when the button is switched off, and
   * `transition_not_allowed` unless the trip is under way.
   */
  return async function raisePanic(
    actor: Actor,
    id: string,
    location?: LatLng,
  ): Promise<{ id: string; at: number }> {
    const { booking, party } = await permittedBooking(deps, actor, id, safetyPolicy.panicBooking);
    if (!offersPanic(booking.appcat, await settings.get())) throw new DomainError('panic_off');
    if (!mayPanic(booking.status))
      throw new DomainError('transition_not_allowed', 'This trip is not under way');
    const place = location ?? (await placeOfCar(booking, party));
    return withTx(async (tx) => {
      const now = clock.now();
      const call = {
        id: ids.next(),
        booking: id,
        kind: 'panic',
        raised_by: party,
        caller: actor.uid,
        driver: booking.driver,
        vehicle_reg_no: booking.vehicle_number,
        at: now,
        over_at: now,
        lat: place?.lat ?? null,
        lng: place?.lng ?? null,
      } as const;
      // The car may have left the caller, so its position does not replace one that the caller sent before.
      const movesPlace = location !== undefined;
      const { alert, isNew, changed } = await alertRepository(tx).raise(call, { movesPlace });
      if (isNew) await publishAlertRaised(tx, alert);
      else if (changed) await publishAlertChanged(tx, alert);
      return { id: alert.id, at: alert.at };
    });
  };
}
