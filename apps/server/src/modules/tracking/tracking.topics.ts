// The internal live topics that carry positions.

export const trackingTopics = {
  booking: (id: string) => `booking:${id}`,
  /** The way ahead of its car, for the driver and the operator. */
  way: (id: string) => `booking:${id}:way`,
  /** The same as the rider is shown it: without its line while showLiveRoute is off. */
  riderWay: (id: string) => `booking:${id}:rider-way`,
  /** Every driver, for the operator's map. */
  drivers: 'drivers:all',
  driversOfFleet: (fleetadmin: string) => `drivers:fleet:${fleetadmin}`,
} as const;
