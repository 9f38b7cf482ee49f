// The internal live topics that tell of people to those who manage them.

export const peopleTopics = {
  /** One's own. */
  person: (uid: string) => `user:${uid}`,
  /** Everybody, for admins. */
  all: 'people:all',
  /** The drivers of one fleet admin. */
  fleet: (fleetadmin: string) => `people:fleet:${fleetadmin}`,
} as const;

/** Whoever sees a person in their lists: all admins, and the fleet admins the driver is, or was, with. */
export const managerTopics = (...fleets: readonly (string | null)[]): string[] => [
  peopleTopics.all,
  ...new Set(fleets.flatMap((fleetadmin) => (fleetadmin === null ? [] : [peopleTopics.fleet(fleetadmin)]))),
];
