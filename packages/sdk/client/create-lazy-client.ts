// Client of the web app that loads most routes on demand, so that a visitor's first page loads only the public ones.
import { ApiError } from './api-error.ts';
import { type Client, type ClientOptions, caller } from './call-route.ts';
import { publicRoutes } from './public-routes.ts';
import type { CallableRoute } from './route-table.ts';

/** Known routes: the public ones, until the whole table is loaded. */
let known: Readonly<Record<string, CallableRoute | undefined>> = publicRoutes;

async function loadRoute(name: string): Promise<CallableRoute> {
  const { routeTable } = await import('./route-table.ts').catch((cause: unknown) => {
    throw new ApiError({ status: 0, code: 'network_error', cause });
  });
  known = routeTable;
  const route = routeTable[name];
  if (!route) throw new TypeError(`The contract has no route ${name}`);
  return route;
}

const isClient = (calls: object): calls is Client =>
  Object.keys(publicRoutes).every((name) => Reflect.get(calls, name) !== undefined);

/**
 * Creates a client with every route of the contract, of which only the public ones are loaded at once. Its methods
 * cannot be enumerated. `replaced` overrides the routes of the same names. A call whose route cannot be loaded fails
 * with `network_error`.
 */
export function createLazyClient(options: ClientOptions, replaced: Partial<Client> = {}): Client {
  const made: Record<string, unknown> = { ...replaced };
  function callNamed(name: string | symbol): unknown {
    if (typeof name !== 'string') return undefined;
    made[name] ??= caller(options, () => known[name] ?? loadRoute(name));
    return made[name];
  }
  const calls: object = new Proxy(made, {
    get: (_made, name) => callNamed(name),
    getOwnPropertyDescriptor: (_made, name) =>
      callNamed(name) === undefined ? undefined : Reflect.getOwnPropertyDescriptor(made, name),
  });
  if (!isClient(calls)) throw new TypeError('The public routes are incomplete');
  return calls;
}
