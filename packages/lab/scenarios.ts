// Scenarios of the lab. Their load was chosen before any policy was measured and is not adjusted in favour of a policy.

export const scenarioNames = [
  'balanced',
  'scarce',
  'slack',
  'rush',
  'stadium',
  'rain',
  'night',
  'day',
] as const;
export type ScenarioName = (typeof scenarioNames)[number];

export interface Scenario {
  name: ScenarioName;
  about: string;
  /**
   * Offered load: requests per hour × mean actual duration of a trip from pickup to drop-off in hours ÷ drivers on
   * duty. It excludes the drive to the pickup, which depends on the policy.
   */
  load: number;
  drivers: number;
  /** Duration of the demand in hours, and the hour of the day at which it begins. */
  hours: number;
  startHour: number;
  /** Weights of the demand over its duration, each for an equal part of it. */
  profile: readonly number[];
  /** Factor on all actual travel times. */
  slowdown: number;
  /**
   * true: drivers work shifts of 12 hours that begin throughout the day; false: all drivers are on duty all the time.
   */
  shifts: boolean;
  /** Event from which a share of the requests leaves one place within a short time; null without one. */
  event: { lat: number; lng: number; atHour: number; overHours: number; share: number } | null;
}

const flat: Omit<Scenario, 'name' | 'about' | 'load'> = {
  drivers: 150,
  hours: 4,
  startHour: 10,
  profile: [1],
  slowdown: 1,
  shifts: false,
  event: null,
};

/** Demand by hour of the day, from midnight. */
const dayProfile = [
  10, 7, 5, 4, 5, 10, 24, 48, 56, 42, 34, 36, 42, 42, 36, 36, 42, 56, 64, 56, 44, 34, 26, 18,
];

export const scenarios: Readonly<Record<ScenarioName, Scenario>> = {
  balanced: {
    ...flat,
    name: 'balanced',
    about: 'enough drivers for the trips, if pickups are short',
    load: 0.85,
  },
  scarce: { ...flat, name: 'scarce', about: 'more trips than the drivers can drive', load: 1.2 },
  slack: { ...flat, name: 'slack', about: 'most drivers are free', load: 0.4 },
  rush: {
    ...flat,
    name: 'rush',
    about: 'the morning peak, from before to after',
    load: 0.85,
    startHour: 6,
    profile: [3, 5, 9, 12, 12, 9, 6, 4],
  },
  stadium: {
    ...flat,
    name: 'stadium',
    about: 'a match ends at the Estadio Centenario',
    load: 0.75,
    startHour: 19,
    event: { lat: -34.8945, lng: -56.1527, atHour: 1.5, overHours: 0.4, share: 0.25 },
  },
  rain: {
    ...flat,
    name: 'rain',
    about: 'more requests and slower roads',
    load: 1.05,
    startHour: 16,
    slowdown: 1.25,
  },
  night: {
    ...flat,
    name: 'night',
    about: 'few requests and few drivers',
    load: 0.5,
    drivers: 30,
    hours: 6,
    startHour: 23,
  },
  day: {
    ...flat,
    name: 'day',
    about: 'a day of 10,000 requests with drivers in shifts',
    load: 0.7,
    drivers: 300,
    hours: 24,
    startHour: 0,
    profile: dayProfile,
    shifts: true,
  },
};

/** Number of requests of the scenario `day`, unless the command sets another number. */
export const DAY_REQUESTS = 10_000;
