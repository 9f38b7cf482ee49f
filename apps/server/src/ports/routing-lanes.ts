// The priorities of calls to the routing engine, and the options a caller gives.

/**
 * What a call to the routing engine is for; the engine's queue starts `dispatch`, `estimates` and `settlement` (the
 * distance of a finished trip) first, then `previews` (lines and times shown on a map), then `other`.
 */
export const routingLanes = ['dispatch', 'estimates', 'settlement', 'previews', 'other'] as const;
export type RoutingLane = (typeof routingLanes)[number];

export interface RoutingOptions {
  readonly lane: RoutingLane;
  /** A user id or an address: the callers of one lane take turns. */
  readonly caller?: string | undefined;
  /** When the drive begins, ms since the epoch; now when left out. Routers ignore it: they have no traffic. */
  readonly departAt?: number | undefined;
}
