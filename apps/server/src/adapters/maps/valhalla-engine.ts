// The two places Valhalla can run: inside this process on native threads, or as a service at a URL.
import { createRequire } from 'node:module';
import { availableParallelism } from 'node:os';
import { valhallaConfig } from './valhalla-programs.ts';

export type ValhallaAction = 'route' | 'sources_to_targets' | 'locate';

export interface ValhallaEngine {
  /** Routes in the graph of this folder from now on. A remote engine has its own graph. */
  use(graphFolder: string): void;
  /** Valhalla's JSON answer; rejects with Valhalla's own text when it refuses. */
  ask(action: ValhallaAction, query: unknown): Promise<unknown>;
}

interface NativeActor {
  route(query: string): Promise<string>;
  matrix(query: string): Promise<string>;
  locate(query: string): Promise<string>;
}

/**
 * In this process. Calls run on Node's thread pool, at most one for each core: more would only slow each
 * other down and keep file reads waiting for a thread.
 */
export function createInProcessEngine(): ValhallaEngine {
  const limited = createGate(Math.min(3, availableParallelism()));
  let actor: NativeActor | undefined;
  return {
    use(graphFolder) {
      // Loaded here and not above, so that platforms without the native library can start the server.
      const { Actor } = createRequire(import.meta.url)('@valhallajs/valhallajs');
      actor = new Actor(valhallaConfig(graphFolder));
    },
    ask(action, query) {
      return limited(async () => {
        if (!actor) throw new Error('No city is in use');
        const text = JSON.stringify(query);
        return JSON.parse(await call(actor, action, text));
      });
    },
  };
}

function call(actor: NativeActor, action: ValhallaAction, query: string): Promise<string> {
  switch (action) {
    case 'route':
      return actor.route(query);
    case 'sources_to_targets':
      return actor.matrix(query);
    case 'locate':
      return actor.locate(query);
  }
}

const ANSWER_WITHIN_MS = 10_000;

/** A Valhalla service of the operator's own, with its own graph of the same city. */
export function createRemoteEngine(url: string): ValhallaEngine {
  return {
    use: () => undefined,
    async ask(action, query) {
      const answer = await fetch(new URL(action, url.endsWith('/') ? url : `${url}/`), {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(query),
        signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
      });
      const body = await answer.text();
      if (!answer.ok) throw new Error(body.slice(0, 500));
      return JSON.parse(body);
    },
  };
}

/** At most `limit` of the given works run at a time; the others wait in order. */
function createGate(limit: number): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (work) => {
    if (running >= limit) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
