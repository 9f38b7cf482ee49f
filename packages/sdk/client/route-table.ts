// Table of the routes that users call, reduced to what a call needs: method, path and base path.
import { keyScopeOf, type RouteDefinition, routes } from '@kerb/contract';

export interface CallableRoute {
  readonly method: RouteDefinition['method'];
  readonly path: string;
  /** Name of the multipart field that contains the file. */
  readonly uploadField?: string;
  /** The response is bytes instead of JSON. */
  readonly binary?: true;
  /** The route is at the root of the host instead of below /api/v1. */
  readonly root?: true;
}

function reduce(route: RouteDefinition): CallableRoute {
  return {
    method: route.method,
    path: route.path,
    ...(route.upload ? { uploadField: route.upload.field } : {}),
    ...(route.binary ? { binary: true as const } : {}),
    ...(route.root ? { root: true as const } : {}),
  };
}

export const routeTable: Readonly<Record<string, CallableRoute>> = Object.fromEntries(
  Object.entries<RouteDefinition>(routes)
    .filter(([, { access }]) => keyScopeOf(access) === null)
    .map(([name, route]) => [name, reduce(route)]),
);
