// The internal live topics that carry positions.

export const trackingTopics = {
  booking: (id: string) => `booking:${id}`,
  /** Every driver, for the operator's map. */
  drivers: 'drivers:all',
  driversOfFleet: (fleetadmin: string) => `drivers:fleet:${fleetadmin}`,
} as const;
