// The part of the road graph that its file holds.

/**
 * What the file holds. A road is a piece of street between two junctions; each direction that a car may drive it in is
 * an edge. `cost` is what a driver avoids, in seconds of equal worth; a route has the least cost, and then its seconds.
 */
export interface StoredRoads {
  /** Points of road r: pointStart[r] up to pointStart[r + 1], in 1e-7 degree. */
  readonly pointStart: Uint32Array;
  readonly pointLat: Int32Array;
  readonly pointLng: Int32Array;
  /** Twice the number of the edge's road, plus 1 for the edge against the order of its points. */
  readonly edgeRoad: Uint32Array;
  readonly edgeSeconds: Float32Array;
  readonly edgeMetres: Float32Array;
  readonly edgeCost: Float32Array;
  /** Turns from edge e: turnStart[e] up to turnStart[e + 1]; seconds and cost are those of the junction alone. */
  readonly turnStart: Uint32Array;
  readonly turnTo: Uint32Array;
  readonly turnSeconds: Float32Array;
  readonly turnCost: Float32Array;
}
