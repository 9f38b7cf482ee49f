// Calls to other companies' services, with a circuit breaker for each host: a service that is down is not waited for by
// every call, and is tried again now and then.
import { CircuitState, ConsecutiveBreaker, circuitBreaker, handleAll } from 'cockatiel';
import { LRUCache } from 'lru-cache';

/** Calls in a row that failed because of the service after which its host is not called. */
const FAILURES_IN_A_ROW = 5;
/** After this pause one call is let through; its outcome decides. */
const TRY_AGAIN_AFTER_MS = 10_000;
const MOST_HOSTS = 200;

export type BreakerState = 'closed' | 'half-open' | 'open';

/** Which outcomes of a call mean that the service is down, rather than that it refuses this call. */
export interface OutageSigns<T> {
  inError(error: unknown): boolean;
  inAnswer?(answer: T): boolean;
}

export interface RemoteCalls {
  /**
   * As the global `fetch`; no answer, and 500 and above, are an outage. Rejects at once while the host is not called,
   * and at a redirect, which could lead credentials to another host, unless `init.redirect` says otherwise.
   */
  fetch(url: string | URL, init?: RequestInit): Promise<Response>;
  /** Any other call to a host (`name:port`); rejects at once while the host is not called. */
  call<T>(host: string, work: () => Promise<T>, isOutage: OutageSigns<T>): Promise<T>;
  /** Of every host that was called. */
  states(): ReadonlyMap<string, BreakerState>;
}

/** What a call led to; an outage is the only outcome that a breaker counts as a failure. */
type Outcome<T> = { readonly answer: T; readonly isOutage: boolean } | { readonly error: unknown };

const newBreaker = () =>
  circuitBreaker(
    handleAll.orWhenResult(
      (outcome) =>
        typeof outcome === 'object' && outcome !== null && 'isOutage' in outcome && outcome.isOutage === true,
    ),
    { halfOpenAfter: TRY_AGAIN_AFTER_MS, breaker: new ConsecutiveBreaker(FAILURES_IN_A_ROW) },
  );

function stateOf(state: CircuitState): BreakerState {
  if (state === CircuitState.Closed) return 'closed';
  return state === CircuitState.HalfOpen ? 'half-open' : 'open';
}

const httpOutage: OutageSigns<Response> = {
  inError: () => true,
  inAnswer: ({ status }) => status >= 500,
};

export function createRemoteCalls(): RemoteCalls {
  const breakers = new LRUCache<string, ReturnType<typeof newBreaker>>({ max: MOST_HOSTS });

  function breakerOf(host: string): ReturnType<typeof newBreaker> {
    const known = breakers.get(host);
    if (known !== undefined) return known;
    const made = newBreaker();
    breakers.set(host, made);
    return made;
  }

  async function call<T>(host: string, work: () => Promise<T>, isOutage: OutageSigns<T>): Promise<T> {
    const outcome = await breakerOf(host).execute(async (): Promise<Outcome<T>> => {
      try {
        const answer = await work();
        return { answer, isOutage: isOutage.inAnswer?.(answer) ?? false };
      } catch (error) {
        if (isOutage.inError(error)) throw error;
        return { error };
      }
    });
    if ('error' in outcome) throw outcome.error;
    return outcome.answer;
  }

  return {
    call,
    fetch: (url, init) =>
      call(new URL(url).host, () => fetch(url, { redirect: 'error', ...init }), httpOutage),
    states: () => new Map([...breakers.entries()].map(([host, { state }]) => [host, stateOf(state)])),
  };
}

/** Of this process: a host that is down is down for every adapter that calls it. */
export const remoteCalls = createRemoteCalls();
