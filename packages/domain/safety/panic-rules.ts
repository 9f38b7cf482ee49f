// When help may be asked for: on a taxi trip that is under way, where the operator answers to it.
import { type BookingStatus, keepsDriverBusy } from '../booking/index.ts';
import type { AppCategory, Settings } from '../settings/index.ts';

/** Specification §6: the panic button is of taxis only, and the operator's to switch on. */
export const offersPanic = (appcat: AppCategory, { panic }: Pick<Settings, 'panic'>): boolean =>
  appcat === 'taxi' && panic;

/** From a driver's acceptance until the trip is over. */
export const mayPanic = (status: BookingStatus): boolean => keepsDriverBusy(status);
