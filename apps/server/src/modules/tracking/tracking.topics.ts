// The internal live topics that carry positions.

export const trackingTopics = {
  booking: (id: string) => `booking:${id}`,
  /** The remaining route of its car, for the driver and operators. */
  route: (id: string) => `booking:${id}:way`,
  /** The same for the rider: without the polyline while showLiveRoute is off. */
  riderRoute: (id: string) => `booking:${id}:rider-way`,
  /** Every driver, for the operator's map. */
  drivers: 'drivers:all',
  driversOfFleet: (fleetadmin: string) => `drivers:fleet:${fleetadmin}`,
} as const;
