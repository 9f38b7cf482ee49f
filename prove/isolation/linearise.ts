// Checks whether concurrent calls were answered as in some serial order.

/** A call with its response. `S` is the model's state; equal states have equal JSON. */
export interface Recorded<S> {
  /** Call and response as text, for a report. */
  readonly label: string;
  /** The calls of one client are sequential. */
  readonly client: number;
  /**
   * Positions in the sequence of all calls and responses: a call that was answered before another began precedes it.
   */
  readonly called: number;
  readonly answered: number;
  /** The call only read or was rejected, so `after` returns the unchanged state. */
  readonly isRead: boolean;
  /** The state after the call; null when a serial system would respond differently in this state. */
  after(state: S): S | null;
}

export interface Question<S> {
  readonly calls: readonly Recorded<S>[];
  readonly initial: S;
  /** Whether this can be the final state. */
  isFinal(state: S): boolean;
}

/** Which order constraints apply: the times of all calls, or only the sequence of each client. */
export type Respecting = 'real time' | 'each client';

export type Verdict =
  | { readonly kind: 'explained'; readonly order: readonly string[] }
  /** The longest order that explains the responses, and the calls that are left. */
  | { readonly kind: 'unexplained'; readonly longest: readonly string[]; readonly left: readonly string[] }
  /** More than `most` states were visited. */
  | { readonly kind: 'undecided' };

const MAX_STATES = 300_000;

const labelsOf = <S>(calls: readonly Recorded<S>[]): string[] => calls.map(({ label }) => label);

/** The calls that may be next: those that no other call precedes. */
function candidatesOf<S>(left: readonly Recorded<S>[], respecting: Respecting): Recorded<S>[] {
  const precedes = (one: Recorded<S>, other: Recorded<S>): boolean =>
    one.answered < other.called && (respecting === 'real time' || one.client === other.client);
  return left.filter((call) => !left.some((other) => precedes(other, call)));
}

/**
 * Depth-first search that visits each pair of completed calls and state once (Wing and Gong, with Lowe's memoisation).
 * A read that fits is placed immediately: any order in which it comes later is also valid with it here.
 */
export function linearise<S>(
  { calls, initial, isFinal }: Question<S>,
  { respecting = 'real time', most = MAX_STATES }: { respecting?: Respecting; most?: number } = {},
): Verdict {
  const inOrder = calls.toSorted((one, other) => one.answered - other.answered);
  const seen = new Set<string>();
  let longest: readonly Recorded<S>[] = [];

  interface Step {
    readonly call: Recorded<S>;
    readonly next: S;
  }

  function stepsFrom(left: readonly Recorded<S>[], state: S): Step[] {
    const steps = candidatesOf(left, respecting).flatMap((call): Step[] => {
      const next = call.after(state);
      return next === null ? [] : [{ call, next }];
    });
    const read = steps.find(({ call }) => call.isRead);
    return read === undefined ? steps : [read];
  }

  function search(done: readonly Recorded<S>[], left: readonly Recorded<S>[], state: S): Verdict | null {
    if (done.length > longest.length) longest = done;
    if (left.length === 0) return isFinal(state) ? { kind: 'explained', order: labelsOf(done) } : null;
    for (const { call, next } of stepsFrom(left, state)) {
      const others = left.filter((other) => other !== call);
      const place = `${others.map(({ called }) => called).join(' ')} ${JSON.stringify(next)}`;
      if (seen.has(place)) continue;
      seen.add(place);
      if (seen.size > most) return { kind: 'undecided' };
      const found = search([...done, call], others, next);
      if (found !== null) return found;
    }
    return null;
  }

  const left = () => labelsOf(inOrder.filter((call) => !longest.includes(call)));
  return search([], inOrder, initial) ?? { kind: 'unexplained', longest: labelsOf(longest), left: left() };
}
