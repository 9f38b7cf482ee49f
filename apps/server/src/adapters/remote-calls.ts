// HTTP calls to other companies' services, with a circuit breaker for each host: a service that is down is not waited
// for by every call, and is tried again now and then.
import { CircuitState, ConsecutiveBreaker, circuitBreaker, handleAll } from 'cockatiel';
import { LRUCache } from 'lru-cache';

/** Calls without an answer, or answered 500 and above, after which a host is not called. */
const FAILURES_IN_A_ROW = 5;
/** After this pause one call is let through; its outcome decides. */
const TRY_AGAIN_AFTER_MS = 10_000;
const MOST_HOSTS = 200;

export type BreakerState = 'closed' | 'half-open' | 'open';

export interface RemoteCalls {
  /** As the global `fetch`, and rejects at once while the host is not called. */
  fetch(url: string | URL, init?: RequestInit): Promise<Response>;
  /** Of every host that was called. */
  states(): ReadonlyMap<string, BreakerState>;
}

const newBreaker = () =>
  circuitBreaker(
    handleAll.orWhenResult((answer) => answer instanceof Response && answer.status >= 500),
    { halfOpenAfter: TRY_AGAIN_AFTER_MS, breaker: new ConsecutiveBreaker(FAILURES_IN_A_ROW) },
  );

function stateOf(state: CircuitState): BreakerState {
  if (state === CircuitState.Closed) return 'closed';
  return state === CircuitState.HalfOpen ? 'half-open' : 'open';
}

export function createRemoteCalls(): RemoteCalls {
  const breakers = new LRUCache<string, ReturnType<typeof newBreaker>>({ max: MOST_HOSTS });

  function breakerOf(host: string): ReturnType<typeof newBreaker> {
    const known = breakers.get(host);
    if (known !== undefined) return known;
    const made = newBreaker();
    breakers.set(host, made);
    return made;
  }

  return {
    fetch: (url, init) => breakerOf(new URL(url).host).execute(() => fetch(url, init)),
    states: () => new Map([...breakers.entries()].map(([host, { state }]) => [host, stateOf(state)])),
  };
}

/** Of this process: a host that is down is down for every adapter that calls it. */
export const remoteCalls = createRemoteCalls();
