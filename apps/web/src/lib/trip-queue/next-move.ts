// Decides what the queue does next: a pure function of its content and the clock.
import type { QueuedPosition, QueuedStep } from './queued-step.ts';

/** As many as POST /me/locations takes at once. */
export const mostPositions = 500;

export type NextMove =
  /** Nothing in the queue can be sent. */
  | { readonly do: 'rest' }
  /** Nothing before `until`, ms since the epoch. */
  | { readonly do: 'wait'; readonly until: number }
  | { readonly do: 'positions'; readonly positions: readonly QueuedPosition[] }
  | { readonly do: 'step'; readonly step: QueuedStep };

/** Refused, and not to be tried again by itself yet. */
export const isHalted = ({ refusal }: QueuedStep, now: number): boolean =>
  refusal !== null && (refusal.until === null || refusal.until > now);

/** The first step of each trip: those behind it wait for it. */
function heads(steps: readonly QueuedStep[]): QueuedStep[] {
  return steps.filter((step) => steps.find(({ booking }) => booking === step.booking) === step);
}

/** The oldest positions of one trip, up to the first step that has not been sent: they say how the car came there. */
function positionsBefore(
  positions: readonly QueuedPosition[],
  first: readonly QueuedStep[],
): QueuedPosition[] {
  const limitOf = (booking: string) =>
    first.find((step) => step.booking === booking)?.at ?? Number.POSITIVE_INFINITY;
  const mayGo = positions.filter(({ booking, position }) => position.at <= limitOf(booking));
  return mayGo.filter(({ booking }) => booking === mayGo[0]?.booking).slice(0, mostPositions);
}

/**
 * `steps` and `positions` oldest first. Steps of one trip go strictly in order; one that is refused stops its own
 * trip only. Before a step go the positions from before it, so that the server knows the way it ended.
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
