// Calls external services with a circuit breaker per host, so that calls fail fast while a service is down and are
// retried periodically.
import { CircuitState, ConsecutiveBreaker, circuitBreaker, handleAll } from 'cockatiel';
import { LRUCache } from 'lru-cache';

/** Number of consecutive outages after which a host is not called. */
const FAILURES_IN_A_ROW = 5;
/** Time after which one call is tried again, ms; its outcome opens or closes the breaker. */
const TRY_AGAIN_AFTER_MS = 10_000;
const MAX_HOSTS = 200;

export type BreakerState = 'closed' | 'half-open' | 'open';

/** Decides which outcomes of a call mean that the service is down, as opposed to rejecting this call. */
export interface OutageSigns<T> {
  inError(error: unknown): boolean;
  inAnswer?(answer: T): boolean;
}

export interface RemoteCalls {
  /**
   * Like the global `fetch`; a missing answer and statuses from 500 count as an outage. Rejects at once while the
   * host's breaker is open. Also rejects redirects, which could send credentials to another host, unless
   * `init.redirect` allows them.
   */
  fetch(url: string | URL, init?: RequestInit): Promise<Response>;
  /** Any other call to a host (`name:port`); rejects at once while the host's breaker is open. */
  call<T>(host: string, work: () => Promise<T>, isOutage: OutageSigns<T>): Promise<T>;
  /** State of the breaker of every host that was called. */
  states(): ReadonlyMap<string, BreakerState>;
}

/** Outcome of a call. The breaker counts only outages as failures. */
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
  const breakers = new LRUCache<string, ReturnType<typeof newBreaker>>({ max: MAX_HOSTS });

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

/** Shared by the process, so that an outage seen by one adapter applies to all adapters that call the host. */
export const remoteCalls = createRemoteCalls();
