// Decides when the panic button is available: on a taxi trip in progress, when the operator has enabled it.
import { type BookingStatus, occupiesDriver } from '../booking/index.ts';
import type { AppCategory, Settings } from '../settings/index.ts';

/** Specification §6: the panic button exists for taxis only, when the operator has enabled it. */
export const offersPanic = (appcat: AppCategory, { panic }: Pick<Settings, 'panic'>): boolean =>
  appcat === 'taxi' && panic;

/** Returns whether the panic button can be used: from a driver's acceptance until the end of the trip. */
export const mayPanic = (status: BookingStatus): boolean => occupiesDriver(status);
