// What every simulated person shares: the city, the time, the ways to call, and what is counted.
import type { City } from '@kerb/contract';
import type { Persist } from './persist.ts';
import type { SignIn } from './session.ts';
import type { Time } from './time.ts';

export interface Counts {
  onDuty: number;
  onTrips: number;
  /** Rides driven to their end, and rides booked, since the start. */
  rides: number;
  booked: number;
  cancelled: number;
}

export interface SharedState {
  city: City;
  time: Time;
  persist: Persist;
  signIn: SignIn;
  counts: Counts;
  /** Trip codes that riders have given their drivers, by booking. */
  spokenCodes: Map<string, string>;
  log(message: string): void;
  /** Called whenever a driver has gone on duty. */
  onDuty(): void;
}
