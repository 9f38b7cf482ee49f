// Proof photos of a delivery: when the driver may take them, and when the trip waits for one.
import type { AppCategory, Settings } from '../settings/index.ts';
import type { BookingStatus } from './booking.schema.ts';

/** The specification's names: of the booking's fields, of the files and of the routes. */
export const proofPhotoNames = ['pickup_image', 'deliver_image'] as const;
export type ProofPhotoName = (typeof proofPhotoNames)[number];

/** Whichever step ends the time for a photo is the one that may wait for it. */
const rules: Record<ProofPhotoName, { taken: readonly BookingStatus[]; before: 'start' | 'reach' }> = {
  pickup_image: { taken: ['ACCEPTED', 'ARRIVED'], before: 'start' },
  deliver_image: { taken: ['STARTED'], before: 'reach' },
};

const switches = {
  pickup_image: 'AllowDeliveryPickupImageCapture',
  deliver_image: 'AllowFinalDeliveryImageCapture',
} as const satisfies Record<ProofPhotoName, keyof Settings>;

export interface PhotographedBooking {
  appcat: AppCategory;
  status: BookingStatus;
  pickup_image: string | null;
  deliver_image: string | null;
}

/** Whether the photo may be taken, or taken again, now; only parcels are photographed. */
export function mayTakePhoto(
  name: ProofPhotoName,
  { appcat, status }: Pick<PhotographedBooking, 'appcat' | 'status'>,
): boolean {
  return appcat === 'delivery' && rules[name].taken.includes(status);
}

/** The photo that this step of a delivery waits for; null when it waits for none. */
export function missingPhoto(
  step: 'start' | 'reach',
  booking: Omit<PhotographedBooking, 'status'>,
  settings: Pick<Settings, (typeof switches)[ProofPhotoName]>,
): ProofPhotoName | null {
  if (booking.appcat !== 'delivery') return null;
  const name = proofPhotoNames.find((one) => rules[one].before === step);
  return name !== undefined && settings[switches[name]] && booking[name] === null ? name : null;
}
