// Parses Valhalla's trace_attributes answer: the position of each fix on the roads, and the roads between them.
import { decodePolyline, encodePolyline } from '@kerb/domain/geo';
import { MS_PER_HOUR, MS_PER_SECOND } from '@kerb/domain/kernel';
import { z } from 'zod';
import type { MatchedFix, MatchedTrace } from '../../../ports/maps.ts';

const SECONDS_PER_HOUR = MS_PER_HOUR / MS_PER_SECOND;

/** https://valhalla.github.io/valhalla/api/map-matching/api-reference/ */
export const traceAnswer = z.object({
  shape: z.string(),
  edges: z.array(
    z.object({
      /** Length of the driven part, km. */
      length: z.number(),
      /** Free-flow speed, km/h. */
      speed: z.number(),
      /** Start and end of the driven part on the edge, 0 to 1; absent at the edge's own ends. */
      source_percent_along: z.number().default(0),
      target_percent_along: z.number().default(1),
    }),
  ),
  matched_points: z.array(
    z.object({
      lat: z.number(),
      lon: z.number(),
      type: z.enum(['matched', 'interpolated', 'unmatched']),
      edge_index: z.number().optional(),
      /** Share of the whole edge, 0 to 1. */
      distance_along_edge: z.number().optional(),
      begin_route_discontinuity: z.boolean().default(false),
      end_route_discontinuity: z.boolean().default(false),
    }),
  ),
});
export type TraceAnswer = z.infer<typeof traceAnswer>;
type Edge = TraceAnswer['edges'][number];

/** Attributes requested from trace_attributes. */
export const traceFilters = {
  action: 'include',
  attributes: [
    'shape',
    'edge.length',
    'edge.speed',
    'edge.source_percent_along',
    'edge.target_percent_along',
    'matched.point',
    'matched.type',
    'matched.edge_index',
    'matched.distance_along_edge',
    'matched.begin_route_discontinuity',
    'matched.end_route_discontinuity',
  ],
} as const;

/** Cumulative km and free-flow seconds from the start of the matched road to each edge's start, and to its end. */
function measureEdges(edges: readonly Edge[]): { km: number[]; seconds: number[] } {
  const km = [0];
  const seconds = [0];
  for (const { length, speed } of edges) {
    km.push((km.at(-1) ?? 0) + length);
    seconds.push((seconds.at(-1) ?? 0) + (length / Math.max(speed, 1)) * SECONDS_PER_HOUR);
  }
  return { km, seconds };
}

/** Share of an edge's driven part that lies before the point at `along`, which is a share of the whole edge. */
function shareDriven(edge: Edge, along: number): number {
  const part = edge.target_percent_along - edge.source_percent_along;
  if (part <= 0) return 0;
  return Math.min(1, Math.max(0, (along - edge.source_percent_along) / part));
}

export function readMatchedTrace({ shape, edges, matched_points }: TraceAnswer): MatchedTrace | null {
  const measured = measureEdges(edges);
  const along = (sums: readonly number[], edge: number, share: number): number => {
    const before = sums[edge] ?? 0;
    return before + ((sums[edge + 1] ?? before) - before) * share;
  };
  const fixes: MatchedFix[] = [];
  let last: { km: number; seconds: number; endsPiece: boolean } | null = null;
  for (const [index, point] of matched_points.entries()) {
    const edge = point.edge_index === undefined ? undefined : edges[point.edge_index];
    if (point.type === 'unmatched' || point.edge_index === undefined || edge === undefined) continue;
    const share = shareDriven(edge, point.distance_along_edge ?? 0);
    const km = along(measured.km, point.edge_index, share);
    const seconds = along(measured.seconds, point.edge_index, share);
    const isConnected: boolean = last !== null && !last.endsPiece && !point.end_route_discontinuity;
    fixes.push({
      index,
      place: { lat: point.lat, lng: point.lon },
      km: isConnected && last !== null ? Math.max(0, km - last.km) : null,
      freeFlowSeconds: isConnected && last !== null ? Math.max(0, seconds - last.seconds) : null,
    });
    last = { km, seconds, endsPiece: point.begin_route_discontinuity };
  }
  if (fixes.length === 0) return null;
  return { fixes, line: encodePolyline(decodePolyline(shape, 6), 5) };
}
