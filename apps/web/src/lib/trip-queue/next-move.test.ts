// Tests the order of sending: steps in order, positions before the step that follows them, and no step after a rejected
// one.
import { describe, expect, it } from 'vitest';
import { maxPositions, nextMove } from './next-move.ts';
import { queuedPosition, queuedStep } from './testing/queue-builders.ts';

const refusal = { code: 'trip_otp_wrong', until: null };

describe('the next move', () => {
  it('does nothing with an empty queue', () => {
    expect(nextMove([], [], 0)).toEqual({ do: 'rest' });
  });

  it('sends the oldest step first', () => {
    const first = queuedStep(1);
    const second = queuedStep(2, { kind: 'start' });
    expect(nextMove([first, second], [], 0)).toEqual({ do: 'step', step: first });
  });

  it('sends the positions from before a step first, and not those after it', () => {
    const positions = [queuedPosition(1, 900), queuedPosition(2, 1_000), queuedPosition(3, 1_001)];
    expect(nextMove([queuedStep(1)], positions, 0)).toEqual({
      do: 'positions',
      positions: positions.slice(0, 2),
    });
    expect(nextMove([queuedStep(1)], positions.slice(2), 0)).toMatchObject({ do: 'step' });
    expect(nextMove([], positions, 0)).toEqual({ do: 'positions', positions });
  });

  it('sends as many positions as one call may contain, of one trip, oldest first', () => {
    const many = Array.from({ length: maxPositions + 3 }, (_, n) => queuedPosition(n, n));
    const move = nextMove([], [...many, queuedPosition(9_999, 1, 'trip-2')], 0);
    expect(move).toEqual({ do: 'positions', positions: many.slice(0, maxPositions) });
  });

  it('skips a trip with a rejected step, and sends the steps of other trips', () => {
    const steps = [
      queuedStep(1, { kind: 'start', refusal }),
      queuedStep(2, { kind: 'reach' }),
      queuedStep(3, { booking: 'trip-2' }),
    ];
    expect(nextMove(steps, [], 0)).toEqual({ do: 'step', step: steps[2] });
    expect(nextMove(steps.slice(0, 2), [], 0)).toEqual({ do: 'rest' });
    // Positions recorded after the rejected step wait together with it.
    expect(nextMove(steps.slice(0, 2), [queuedPosition(1, 5_000)], 0)).toEqual({ do: 'rest' });
  });

  it('waits for the pause the server set, and then sends the step again', () => {
    const steps = [queuedStep(1, { kind: 'start', refusal: { code: 'too_many_requests', until: 9_000 } })];
    expect(nextMove(steps, [], 8_999)).toEqual({ do: 'wait', until: 9_000 });
    expect(nextMove(steps, [], 9_000)).toEqual({ do: 'step', step: steps[0] });
  });
});
