// Entry point of the road graph: building it from OpenStreetMap, reading and writing its file, and travel times by
// road.

export {
  type ArrivalOptions,
  arrivalTimes,
  timesFrom,
  travelTime,
} from './arrival-times.ts';
export { buildRoadGraph, type OsmRoads } from './osm/build-road-graph.ts';
export type { RoadGraph } from './road-graph.ts';
export { checkRoadGraph, decodeRoadGraph, encodeRoadGraph, RoadGraphFileError } from './road-graph-file.ts';
export type { RoadTravel } from './search.ts';
