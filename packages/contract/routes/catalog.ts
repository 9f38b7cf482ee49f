// What the operator offers: public settings, car types, cancel reasons.
import { carType } from '@kerb/domain/fleet';
import { settings } from '@kerb/domain/settings';
import { z } from 'zod';
import { defineRoute } from '../define-route.ts';

const tag = 'catalog';

export const city = z.object({
  name: z.string(),
  center: z.object({ lat: z.number(), lng: z.number() }),
  /** West, south, east, north in degrees. */
  bounds: z.tuple([z.number(), z.number(), z.number(), z.number()]),
});
export type City = z.infer<typeof city>;

export const demoSignIn = z.object({
  mobile: z.string(),
  name: z.string(),
  usertype: z.string(),
  note: z.string(),
});

/** Settings as every client may read them, with the city and, in demonstration mode only, the people to sign in as. */
export const publicSettings = settings.extend({
  city,
  /** Ways to sign in besides the phone, as far as they are configured (facebook: and FacebookLoginEnabled). */
  social: z.array(z.enum(['google', 'facebook', 'apple'])),
  demo: z.object({ signIns: z.array(demoSignIn), inbox: z.boolean() }).nullable(),
});
export type PublicSettings = z.infer<typeof publicSettings>;

/** Only the fields given are changed, and none takes its default by being left out; each is checked with the whole. */
export const settingsPatch = z.partialRecord(settings.keyof(), z.unknown());

export const cancelReason = z.object({ value: z.number().int(), label: z.string() });

export const catalogRoutes = {
  getSettings: defineRoute({
    method: 'GET',
    path: '/settings',
    summary: 'The settings clients work with',
    tag,
    access: 'anyone',
    answer: publicSettings,
    errors: ['setup_required', 'unavailable'],
  }),
  editSettings: defineRoute({
    method: 'PATCH',
    path: '/settings',
    summary:
      'editSettings: the fields given are changed; currency and decimals only while no money is on the books',
    tag,
    access: ['admin'],
    body: settingsPatch,
    answer: publicSettings,
    errors: ['demo_mode', 'money_exists', 'proper_bonus', 'update_failed'],
  }),
  getCarTypes: defineRoute({
    method: 'GET',
    path: '/cartypes',
    summary: 'Car types with their tariffs',
    tag,
    access: 'anyone',
    answer: z.object({ items: z.array(carType) }),
    errors: [],
  }),
  getCancelReasons: defineRoute({
    method: 'GET',
    path: '/cancel_reason',
    summary: 'Reasons to cancel a booking',
    tag,
    access: 'signed-in',
    answer: z.object({ items: z.array(cancelReason) }),
    errors: [],
  }),
};
