// Test helper: a store whose server returns the given responses in order, and records the calls.
import { createClient } from '../../client/index.ts';
import { createKerbStore, type KerbStore } from '../index.ts';

const origin = 'http://kerb.test';

export const json = (body: unknown, status = 200): Response => new Response(JSON.stringify(body), { status });
export const refuse = (code: string, status = 422): Response => json({ code, status }, status);

type Reply = Response | Promise<Response>;

/**
 * `calls` contains each call as "PATCH /settings {…}", relative to the base URL of the API. Calls beyond the given
 * responses fail.
 */
export function storeAnswering(
  replies: readonly Reply[] = [],
  join: (store: KerbStore) => void = () => undefined,
): { store: KerbStore; calls: string[] } {
  const left = [...replies];
  const calls: string[] = [];
  const client = createClient({
    baseUrl: origin,
    fetch: async (address, { method, body }) => {
      calls.push(
        [method, address.replace(origin, '').replace(/^\/api\/v1/, ''), body].filter(Boolean).join(' '),
      );
      return left.shift() ?? refuse('internal', 500);
    },
  });
  const store = createKerbStore({ client });
  join(store);
  return { store, calls };
}
