// Creates the typed client of the public API from the routes of the contract: one method per route.
import { type Client, type ClientOptions, caller } from './call-route.ts';
import { routeTable } from './route-table.ts';

function isClient(calls: object): calls is Client {
  return Object.keys(routeTable).every((name) => name in calls);
}

/** Creates a client with every route of the contract. */
export function createClient(options: ClientOptions): Client {
  const calls: object = Object.fromEntries(
    Object.entries(routeTable).map(([name, route]) => [name, caller(options, () => route)]),
  );
  if (!isClient(calls)) throw new TypeError('The route table is incomplete');
  return calls;
}
