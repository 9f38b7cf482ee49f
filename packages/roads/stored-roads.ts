// Types of the road graph's stored part.

/**
 * Data in the file of a road graph. A road is a piece of street between two junctions; each direction in which a car
 * may drive it is an edge. `cost` includes what drivers avoid, expressed in seconds; the best route has the least cost,
 * and `seconds` is its travel time.
 */
export interface StoredRoads {
  /** The points of road r are at pointStart[r] up to pointStart[r + 1], in 1e-7 degree. */
  readonly pointStart: Uint32Array;
  readonly pointLat: Int32Array;
  readonly pointLng: Int32Array;
  /** Twice the number of the edge's road, plus 1 for the edge against the order of the points. */
  readonly edgeRoad: Uint32Array;
  readonly edgeSeconds: Float32Array;
  readonly edgeMetres: Float32Array;
  readonly edgeCost: Float32Array;
  /**
   * The turns from edge e are at turnStart[e] up to turnStart[e + 1]; seconds and cost are those of the junction only.
   */
  readonly turnStart: Uint32Array;
  readonly turnTo: Uint32Array;
  readonly turnSeconds: Float32Array;
  readonly turnCost: Float32Array;
}
