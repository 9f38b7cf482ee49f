// Rules of proof photos of a delivery: when the driver may take them, and which steps require one.
import type { AppCategory, Settings } from '../settings/index.ts';
import type { BookingStatus } from './booking.schema.ts';

/** Names from the specification, used for the booking's fields, the files and the routes. */
export const proofPhotoNames = ['pickup_image', 'deliver_image'] as const;
export type ProofPhotoName = (typeof proofPhotoNames)[number];

/**
 * `taken`: the statuses in which the photo can be taken; `before`: the step that ends these statuses and may require
 * the photo.
 */
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

/** Returns whether the photo may be taken or replaced now; only deliveries have photos. */
export function mayTakePhoto(
  name: ProofPhotoName,
  { appcat, status }: Pick<PhotographedBooking, 'appcat' | 'status'>,
): boolean {
  return appcat === 'delivery' && rules[name].taken.includes(status);
}

/** Returns the missing photo that this step of a delivery requires; null when it requires none. */
export function missingPhoto(
  step: 'start' | 'reach',
  booking: Omit<PhotographedBooking, 'status'>,
  settings: Pick<Settings, (typeof switches)[ProofPhotoName]>,
): ProofPhotoName | null {
  if (booking.appcat !== 'delivery') return null;
  const name = proofPhotoNames.find((one) => rules[one].before === step);
  return name !== undefined && settings[switches[name]] && booking[name] === null ? name : null;
}
