// What a refusal of a booking leads to while its estimate is on the screen.

export type Recovery =
  /** The quote no longer holds: the price is asked for again. */
  | 'quote_again'
  /** The promo died meanwhile: the price without it. */
  | 'without_promo'
  /** It may have passed the next moment, and a second try books nothing twice. */
  | 'try_again'
  /** The Alert of the specification: it ends the estimate. */
  | 'alert';

const recoveries: Readonly<Record<string, Recovery>> = {
  quote_expired: 'quote_again',
  quote_mismatch: 'quote_again',
  promo_not_found: 'without_promo',
  promo_expired: 'without_promo',
  promo_used_up: 'without_promo',
  promo_already_used: 'without_promo',
  promo_below_min_order: 'without_promo',
  network_error: 'try_again',
  unexpected_answer: 'try_again',
  request_in_progress: 'try_again',
  too_many_requests: 'try_again',
  overloaded: 'try_again',
  unavailable: 'try_again',
  internal: 'try_again',
};

export const recoveryOf = (key: string): Recovery => recoveries[key] ?? 'alert';
