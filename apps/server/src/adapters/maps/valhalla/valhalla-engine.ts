// Connects to Valhalla: in this process on native threads, or as a service at a URL.
import { createRequire } from 'node:module';
import { remoteCalls } from '../../remote-calls.ts';
import { valhallaConfig } from './valhalla-programs.ts';

export type ValhallaAction = 'route' | 'sources_to_targets' | 'locate' | 'trace_attributes';

export interface ValhallaEngine {
  /** Routes in the graph of this folder from now on. A remote engine ignores it, because it has its own graph. */
  use(graphFolder: string): void;
  /** Returns Valhalla's JSON answer; rejects with Valhalla's error text. */
  call(action: ValhallaAction, query: unknown): Promise<unknown>;
}

interface NativeActor {
  route(query: string): Promise<string>;
  matrix(query: string): Promise<string>;
  locate(query: string): Promise<string>;
  traceAttributes(query: string): Promise<string>;
}

/**
 * Runs Valhalla in this process, on Node's thread pool; the router's queue limits the number of concurrent calls.
 * Calls of one Actor may run concurrently: the library creates its computing part once per thread, and finds it by the
 * address of the Actor's configuration. An Actor must therefore never be released: a waiting call would read freed
 * memory, and a new Actor at the same address would route in the old graph.
 */
export function createInProcessEngine(): ValhallaEngine {
  const actors = new Map<string, NativeActor>();
  let actor: NativeActor | undefined;
  return {
    use(graphFolder) {
      // Loaded lazily, so that the server can start on platforms without the native library.
      const { Actor } = createRequire(import.meta.url)('@valhallajs/valhallajs');
      const used: NativeActor = actors.get(graphFolder) ?? new Actor(valhallaConfig(graphFolder));
      actors.set(graphFolder, used);
      actor = used;
    },
    async call(action, query) {
      if (!actor) throw new Error('No city is in use');
      return JSON.parse(await call(actor, action, JSON.stringify(query)));
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
    case 'trace_attributes':
      return actor.traceAttributes(query);
  }
}

const ANSWER_WITHIN_MS = 10_000;

/** Connects to the operator's own Valhalla service, which has its own graph of the same city. */
export function createRemoteEngine(url: string): ValhallaEngine {
  return {
    use: () => undefined,
    async call(action, query) {
      const answer = await remoteCalls.fetch(new URL(action, url.endsWith('/') ? url : `${url}/`), {
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
