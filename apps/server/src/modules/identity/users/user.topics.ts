// The internal live topics about users, for the admins and fleet admins who manage them.

export const userTopics = {
  /** One's own. */
  person: (uid: string) => `user:${uid}`,
  /** All users, for admins. */
  all: 'people:all',
  /** The drivers of one fleet admin. */
  fleet: (fleetadmin: string) => `people:fleet:${fleetadmin}`,
} as const;

/** The topics of everyone who has the user in a list: all admins, and the driver's current and former fleet admins. */
export const managerTopics = (...fleets: readonly (string | null)[]): string[] => [
  userTopics.all,
  ...new Set(fleets.flatMap((fleetadmin) => (fleetadmin === null ? [] : [userTopics.fleet(fleetadmin)]))),
];
