// The internal live topics that carry positions.

export const trackingTopics = {
  booking: (id: string) => `booking:${id}`,
  /** The remaining route of the booking's car, for the driver and operators. */
  route: (id: string) => `booking:${id}:way`,
  /** The remaining route for the rider: without the polyline while showLiveRoute is off. */
  riderRoute: (id: string) => `booking:${id}:rider-way`,
  /** Every driver, for the operator's map. */
  drivers: 'drivers:all',
  driversOfFleet: (fleetadmin: string) => `drivers:fleet:${fleetadmin}`,
} as const;

const FLEET_PREFIX = trackingTopics.driversOfFleet('');
const BOOKING_PREFIX = trackingTopics.booking('');

/** Which positions an internal topic carries: those of many cars, or of the car of one trip. Null for other topics. */
export function watchedIn(topic: string): 'drivers' | { booking: string } | null {
  if (topic === trackingTopics.drivers || topic.startsWith(FLEET_PREFIX)) return 'drivers';
  if (!topic.startsWith(BOOKING_PREFIX)) return null;
  const booking = topic.slice(BOOKING_PREFIX.length);
  return booking.includes(':') ? null : { booking };
}
