// The routes of the contract that people call, reduced to what the cache of answers needs: the group of each, and how it is asked.
import { keyScopeOf, type RouteDefinition, routes } from '@kerb/contract';

/** read: JSON that is cached; pages: the same, by a cursor; file: bytes, not cached; change: anything but GET. */
export type AnswerKind = 'read' | 'pages' | 'file' | 'change';

export interface AnswerRoute {
  /** The tag of the route in the contract. */
  readonly group: string;
  readonly kind: AnswerKind;
}

function kindOf({ method, binary, query }: RouteDefinition): AnswerKind {
  if (method !== 'GET') return 'change';
  if (binary !== undefined) return 'file';
  return query !== undefined && 'cursor' in query.shape ? 'pages' : 'read';
}

/** The web app's build replaces this table by its values, so that no schema reaches the browser with it. */
export const answerTable: Readonly<Record<string, AnswerRoute>> = Object.fromEntries(
  Object.entries<RouteDefinition>(routes)
    .filter(([, { access }]) => keyScopeOf(access) === null)
    .map(([name, route]) => [name, { group: route.tag, kind: kindOf(route) }]),
);
