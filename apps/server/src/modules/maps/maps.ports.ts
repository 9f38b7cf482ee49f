// Ports of maps that other modules implement.

/** Implemented by settings. */
export interface OperatorSettings {
  /** `country`: ISO 3166-1 alpha-2 of the operator. */
  get(): Promise<{ country: string }>;
}

/** Implemented by travel-times. */
export interface TrafficFactors {
  /** Factors on free-flow times by distance in km, for a departure at `moment` (ms since the epoch), or now. */
  at(moment?: number): Promise<(distance_km: number) => number>;
}
