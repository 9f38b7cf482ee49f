// Priorities of calls to the routing engine, and the options of a call.

/**
 * Purpose of a call to the routing engine. Its queue starts `dispatch`, `estimates` and `settlement` (the distance of a
 * finished trip) first, then `previews` (lines and times shown on a map), then `other`.
 */
export const routingLanes = ['dispatch', 'estimates', 'settlement', 'previews', 'other'] as const;
export type RoutingLane = (typeof routingLanes)[number];

export interface RoutingOptions {
  readonly lane: RoutingLane;
  /** User id or IP address: the callers of one lane take turns. */
  readonly caller?: string | undefined;
  /**
   * Departure time, ms since the epoch; the current time when left out. Routers ignore it, because they have no traffic
   * data.
   */
  readonly departAt?: number | undefined;
}
