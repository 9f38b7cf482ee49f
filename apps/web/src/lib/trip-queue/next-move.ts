// Decides what the queue sends next, as a pure function of its content and the clock.
import type { QueuedPosition, QueuedStep } from './queued-step.ts';

/** Maximum number of positions in one POST /me/locations request. */
export const maxPositions = 500;

export type NextMove =
  /** Nothing in the queue can be sent. */
  | { readonly do: 'rest' }
  /** Nothing can be sent before `until`, ms since the epoch. */
  | { readonly do: 'wait'; readonly until: number }
  | { readonly do: 'positions'; readonly positions: readonly QueuedPosition[] }
  | { readonly do: 'step'; readonly step: QueuedStep };

/** Whether a step was rejected and must not be retried automatically yet. `now` in ms since the epoch. */
export const isHalted = ({ refusal }: QueuedStep, now: number): boolean =>
  refusal !== null && (refusal.until === null || refusal.until > now);

/** The first step of each trip, for which the later ones wait. */
function heads(steps: readonly QueuedStep[]): QueuedStep[] {
  return steps.filter((step) => steps.find(({ booking }) => booking === step.booking) === step);
}

/** The oldest positions of one trip, up to the time of its first unsent step. */
function positionsBefore(
  positions: readonly QueuedPosition[],
  first: readonly QueuedStep[],
): QueuedPosition[] {
  const limitOf = (booking: string) =>
    first.find((step) => step.booking === booking)?.at ?? Number.POSITIVE_INFINITY;
  const mayGo = positions.filter(({ booking, position }) => position.at <= limitOf(booking));
  return mayGo.filter(({ booking }) => booking === mayGo[0]?.booking).slice(0, maxPositions);
}

/**
 * `steps` and `positions` are sorted from the oldest. Steps of one trip are sent strictly in order; a rejected step
 * blocks its own trip only. Positions recorded before a step are sent before it, so that the server has the complete
 * trail when it processes the step.
 */
export function nextMove(
  steps: readonly QueuedStep[],
  positions: readonly QueuedPosition[],
  now: number,
): NextMove {
  const first = heads(steps);
  const before = positionsBefore(positions, first);
  if (before.length > 0) return { do: 'positions', positions: before };
  const step = first.find((one) => !isHalted(one, now));
  if (step) return { do: 'step', step };
  const pauses = first.flatMap(({ refusal }) => (refusal?.until ? [refusal.until] : []));
  return pauses.length > 0 ? { do: 'wait', until: Math.min(...pauses) } : { do: 'rest' };
}
