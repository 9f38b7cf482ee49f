// How long the drivers evaluated in an offer round are stored.

/**
 * Days after which the candidates of an offer round are removed; the round stays. More than the 30 days that what-if
 * replays, because it reads from them who was on duty.
 */
export const CANDIDATE_DAYS = 35;
