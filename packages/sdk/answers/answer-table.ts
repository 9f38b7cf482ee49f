// Table of the routes that users call, reduced to what the response cache needs: the group of each route, and its kind.
import { keyScopeOf, type RouteDefinition, type RouteName, routes } from '@kerb/contract';

/** Routes that only read although their method is POST, because their input is too long for an address. */
export const readByPost = ['mapsMatrix'] as const satisfies readonly RouteName[];

/**
 * read: cached JSON; pages: cached JSON read page by page with a cursor; file: bytes, not cached; change: any method
 * except GET, apart from `readByPost`.
 */
export type AnswerKind = 'read' | 'pages' | 'file' | 'change';

export interface AnswerRoute {
  /** Tag of the route in the contract. */
  readonly group: string;
  readonly kind: AnswerKind;
}

function kindOf(name: string, { method, binary, query }: RouteDefinition): AnswerKind {
  if (readByPost.some((route) => route === name)) return 'read';
  if (method !== 'GET') return 'change';
  if (binary !== undefined) return 'file';
  return query !== undefined && 'cursor' in query.shape ? 'pages' : 'read';
}

/**
 * The build of the web app replaces this table by its computed values, so that the browser need not load the schemas of
 * the contract.
 */
export const answerTable: Readonly<Record<string, AnswerRoute>> = Object.fromEntries(
  Object.entries<RouteDefinition>(routes)
    .filter(([, { access }]) => keyScopeOf(access) === null)
    .map(([name, route]) => [name, { group: route.tag, kind: kindOf(name, route) }]),
);
