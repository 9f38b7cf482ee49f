// Behaviour of simulated users: riders who cancel after waiting, and drivers who accept, decline, miss an offer or
// disappear.
import { MS_PER_SECOND } from '@kerb/domain/kernel';
import { createRandom } from './random.ts';

export interface Patience {
  /** Seconds from the request until the rider cancels because no driver has accepted. */
  toAccept: number;
  /** Seconds from the request until the rider cancels because the driver has not arrived. */
  toPickup: number;
}

export type Answer =
  | { kind: 'accept'; afterMs: number; disappears: boolean }
  | { kind: 'decline'; afterMs: number }
  | { kind: 'overlook' };

export interface Behaviour {
  patienceOf(booking: string): Patience;
  /** The answer depends only on the offer and the driver, so that it is the same under every policy. */
  answerTo(offer: { booking: string; driver: string; times: number; etaSecs: number | null }): Answer;
}

export interface BehaviourTerms {
  /** Share of offers that a driver declines at distance 0, rising by `declineFar` for a pickup 25 minutes away. */
  declineNear: number;
  declineFar: number;
  /** Share of offers that a driver does not notice. */
  overlook: number;
  /** Share of accepted trips whose driver disappears. */
  disappear: number;
  /** Factors on the drivers' answer times and on the riders' patience. */
  answerTime: number;
  patience: number;
}

/** Same rates as the simulated drivers of the demonstration: 5 % declined nearby, 40 % at 25 minutes. */
export const defaultBehaviour: BehaviourTerms = {
  declineNear: 0.05,
  declineFar: 0.35,
  overlook: 0.03,
  disappear: 0.001,
  answerTime: 1,
  patience: 1,
};

const TOO_FAR_SECS = 25 * 60;
const MEDIAN_PATIENCE_SECS = 360;
const PATIENCE_DEVIATION = 0.45;
/** Additional waiting time that a rider accepts once a driver is on the way. */
const EXTRA_TO_PICKUP_SECS = 480;

export function createBehaviour(seed: string, terms: BehaviourTerms): Behaviour {
  return {
    patienceOf(booking) {
      const random = createRandom(`${seed}/patience/${booking}`);
      const toAccept = MEDIAN_PATIENCE_SECS * Math.exp(PATIENCE_DEVIATION * random.normal());
      return {
        toAccept: toAccept * terms.patience,
        toPickup: (toAccept + EXTRA_TO_PICKUP_SECS) * terms.patience,
      };
    },
    answerTo({ booking, driver, times, etaSecs }) {
      const random = createRandom(`${seed}/answer/${driver}/${booking}/${times}`);
      const away = Math.min(etaSecs ?? 600, TOO_FAR_SECS) / TOO_FAR_SECS;
      const afterMs = (3 + 4 * Math.sqrt(away) + random.between(0, 4)) * MS_PER_SECOND * terms.answerTime;
      if (random.chance(terms.overlook)) return { kind: 'overlook' };
      if (random.chance(terms.declineNear + terms.declineFar * away)) return { kind: 'decline', afterMs };
      return { kind: 'accept', afterMs, disappears: random.chance(terms.disappear) };
    },
  };
}
