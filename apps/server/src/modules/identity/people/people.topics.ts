// The internal live topics that tell of people to those who manage them.

export const peopleTopics = {
  /** One's own. */
  person: (uid: string) => `user:${uid}`,
  /** Everybody, for admins. */
  all: 'people:all',
  /** The drivers of one fleet admin. */
  fleet: (fleetadmin: string) => `people:fleet:${fleetadmin}`,
} as const;
