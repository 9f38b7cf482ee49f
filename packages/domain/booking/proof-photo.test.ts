// Tests that proof photos exist for deliveries only, in the right statuses, and are required when the operator enabled
// them.
import { describe, expect, it } from 'vitest';
import { bookingStatus } from './booking.schema.ts';
import { mayTakePhoto, missingPhoto, proofPhotoNames } from './proof-photo.ts';

const bare = { appcat: 'delivery', pickup_image: null, deliver_image: null } as const;
const none = { AllowDeliveryPickupImageCapture: false, AllowFinalDeliveryImageCapture: false };
const both = { AllowDeliveryPickupImageCapture: true, AllowFinalDeliveryImageCapture: true };

describe('mayTakePhoto', () => {
  it('allows photos of deliveries only: at the pickup before the start, at the drop before the end', () => {
    const when = (name: (typeof proofPhotoNames)[number]) =>
      bookingStatus.options.filter((status) => mayTakePhoto(name, { appcat: 'delivery', status }));
    expect(when('pickup_image')).toEqual(['ACCEPTED', 'ARRIVED']);
    expect(when('deliver_image')).toEqual(['STARTED']);
    for (const name of proofPhotoNames)
      for (const status of bookingStatus.options)
        expect(mayTakePhoto(name, { appcat: 'taxi', status })).toBe(false);
  });
});

describe('missingPhoto', () => {
  it('returns the photo that the setting requires, until it is uploaded', () => {
    expect(missingPhoto('start', bare, both)).toBe('pickup_image');
    expect(missingPhoto('reach', bare, both)).toBe('deliver_image');
    expect(missingPhoto('start', { ...bare, pickup_image: 'a' }, both)).toBeNull();
    expect(missingPhoto('reach', { ...bare, pickup_image: 'a' }, both)).toBe('deliver_image');
    expect(missingPhoto('reach', { ...bare, deliver_image: 'a' }, both)).toBeNull();
    expect(missingPhoto('start', bare, { ...both, AllowDeliveryPickupImageCapture: false })).toBeNull();
    expect(missingPhoto('reach', bare, { ...both, AllowFinalDeliveryImageCapture: false })).toBeNull();
    expect(missingPhoto('start', bare, none)).toBeNull();
  });

  it('returns no photo for a taxi ride', () => {
    for (const step of ['start', 'reach'] as const)
      expect(missingPhoto(step, { ...bare, appcat: 'taxi' }, both)).toBeNull();
  });
});

it('the photo kinds have the names of the specification', () => {
  expect(proofPhotoNames).toEqual(['pickup_image', 'deliver_image']);
});
