// The internal live topics about users, for the admins and fleet admins who manage them.

export const userTopics = {
  /** The topic of one user, for themselves. */
  person: (uid: string) => `user:${uid}`,
  /** All users, for admins. */
  all: 'people:all',
  /** The drivers of one fleet admin. */
  fleet: (fleetadmin: string) => `people:fleet:${fleetadmin}`,
} as const;

/** Topics of everyone who sees the user in a list: all admins, and the driver's current and former fleet admins. */
export const managerTopics = (...fleets: readonly (string | null)[]): string[] => [
  userTopics.all,
  ...new Set(fleets.flatMap((fleetadmin) => (fleetadmin === null ? [] : [userTopics.fleet(fleetadmin)]))),
];
