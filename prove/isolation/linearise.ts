// Finds out whether calls that ran at the same time were answered as in some order one after the other.

/** A call with its answer. `S` is what the model knows of the objects; equal states are equal as JSON. */
export interface Recorded<S> {
  /** What was called and answered, for a report. */
  readonly label: string;
  /** A client makes its calls one after the other. */
  readonly client: number;
  /** Positions in the order of all calls and answers: a call that was answered before another one began precedes it. */
  readonly called: number;
  readonly answered: number;
  /** It read or was refused: `after` returns the state that it was given. */
  readonly isRead: boolean;
  /** The state after it; null where a sequential system gives another answer in this state. */
  after(state: S): S | null;
}

export interface Question<S> {
  readonly calls: readonly Recorded<S>[];
  readonly initial: S;
  /** Whether this can be the state in which everything ended. */
  isFinal(state: S): boolean;
}

/** Which orders count: those that respect the times of all calls, or only the order of each client's own. */
export type Respecting = 'real time' | 'each client';

export type Verdict =
  | { readonly kind: 'explained'; readonly order: readonly string[] }
  /** The longest order that explains its answers, and the calls that are left. */
  | { readonly kind: 'unexplained'; readonly longest: readonly string[]; readonly left: readonly string[] }
  /** More states than `most` were looked at. */
  | { readonly kind: 'undecided' };

const MOST_STATES = 300_000;

const labelsOf = <S>(calls: readonly Recorded<S>[]): string[] => calls.map(({ label }) => label);

/** The calls that may come next: none of the others precedes them. */
function candidatesOf<S>(left: readonly Recorded<S>[], respecting: Respecting): Recorded<S>[] {
  const precedes = (one: Recorded<S>, other: Recorded<S>): boolean =>
    one.answered < other.called && (respecting === 'real time' || one.client === other.client);
  return left.filter((call) => !left.some((other) => precedes(other, call)));
}

/**
 * Depth first, each set of calls done with each state once (Wing and Gong, with the memory of Lowe). A read that is
 * explained comes at once: every order in which it comes later is explained with it here too.
 */
export function linearise<S>(
  { calls, initial, isFinal }: Question<S>,
  { respecting = 'real time', most = MOST_STATES }: { respecting?: Respecting; most?: number } = {},
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
