// Schema and defaults of the operator's assumed traffic before any trip was driven: one factor for each hour of the
// day.
import { z } from 'zod';

/** A factor multiplies the free-flow time of a route. */
export const MIN_TRAFFIC_FACTOR = 0.8;
export const MAX_TRAFFIC_FACTOR = 4;

const trafficFactor = z.number().min(MIN_TRAFFIC_FACTOR).max(MAX_TRAFFIC_FACTOR);

/** 24 factors by hour of the day in the operator's time zone, starting at midnight. */
export const trafficByHour = z.array(trafficFactor).length(24);
export type TrafficByHour = readonly number[];

/** Factor 1 for every hour: free-flow times. */
export const freeFlowByHour: TrafficByHour = Array.from({ length: 24 }, () => 1);

/**
 * Initial factors for a city of some hundred thousand inhabitants with a morning and an evening peak. They are an
 * assumption, not a measurement; trips of the city replace them.
 */
export const typicalCityByHour: TrafficByHour = [
  1, 1, 1, 1, 1, 1.05, 1.15, 1.35, 1.45, 1.3, 1.2, 1.2, 1.25, 1.25, 1.2, 1.25, 1.3, 1.45, 1.5, 1.35, 1.2, 1.1,
  1.05, 1,
];
