// Ports of the fleet that modules of higher tiers implement.

/** The trip a driver is on; `status` one of the busy statuses. */
export interface TripUnderWay {
  id: string;
  reference: string;
  status: string;
  dropAddress: string;
}

/** Implemented by booking. */
export interface TripsUnderWay {
  /** The trips under way of these drivers, by driver; only those of a fleet when one is given. */
  tripsOf(uids: readonly string[], fleetadmin: string | null): Promise<ReadonlyMap<string, TripUnderWay>>;
}
