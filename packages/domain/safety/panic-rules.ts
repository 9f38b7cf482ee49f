// When the panic button is available: on a taxi trip in progress, when the operator has enabled it.
import { type BookingStatus, keepsDriverBusy } from '../booking/index.ts';
import type { AppCategory, Settings } from '../settings/index.ts';

/** Specification §6: the panic button is of taxis only, and the operator's to switch on. */
export const offersPanic = (appcat: AppCategory, { panic }: Pick<Settings, 'panic'>): boolean =>
  appcat === 'taxi' && panic;

/** From a driver's acceptance until the trip is over. */
export const mayPanic = (status: BookingStatus): boolean => keepsDriverBusy(status);
