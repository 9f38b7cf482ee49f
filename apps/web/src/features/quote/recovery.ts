// Maps the error of a booking request to the reaction of the estimate's dialog.

export type Recovery =
  /** The quote is no longer valid: request the price again. */
  | 'quote_again'
  /** The promo is no longer valid: request the price without it. */
  | 'without_promo'
  /** Temporary error: the user can retry, and the idempotency key prevents a second booking. */
  | 'try_again'
  /** Show the Alert of the specification, which closes the estimate. */
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
