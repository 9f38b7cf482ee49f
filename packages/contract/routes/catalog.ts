// Route declarations of the operator's catalogue: public settings, car types, cancel reasons.
import { carType, carTypeInput, carTypeUpdate } from '@kerb/domain/fleet';
import { settings } from '@kerb/domain/settings';
import { shownText, translationsOf } from '@kerb/domain/translations';
import { z } from 'zod';
import { defineRoute } from '../define-route.ts';
import { idParams, imageMaxBytes, uuid } from '../pages.ts';
import { languageChoice } from './languages.ts';

const tag = 'catalog';

export const city = z.object({
  name: z.string(),
  center: z.object({ lat: z.number(), lng: z.number() }),
  /** Bounds as west, south, east, north in degrees. */
  bounds: z.tuple([z.number(), z.number(), z.number(), z.number()]),
});
export type City = z.infer<typeof city>;

/** What a demonstration user is there to try; the client writes the sentence in its language. */
export const demoPurpose = z.enum(['ride', 'drive_economy', 'drive_comfort', 'operate', 'lead_fleet']);
export type DemoPurpose = z.infer<typeof demoPurpose>;

export const demoSignIn = z.object({
  mobile: z.string(),
  name: z.string(),
  usertype: z.string(),
  purpose: demoPurpose,
});

/** A city of the installation with the address of its app; `here` marks the city that sent the response. */
export const regionLink = z.object({ name: z.string(), url: z.url(), here: z.boolean() });
export type RegionLink = z.infer<typeof regionLink>;

/**
 * Settings as every client may read them, with the city and, in demonstration mode only, the demonstration users to
 * sign in as.
 */
export const publicSettings = settings.extend({
  /** Version of the settings; an edit sends the version it is based on. */
  version: z.number().int().nonnegative(),
  city,
  /** Available languages, the default one first. */
  languages: z.array(languageChoice),
  /** Configured ways to sign in besides the phone number. Facebook also requires FacebookLoginEnabled. */
  social: z.array(z.enum(['google', 'facebook', 'apple'])),
  demo: z.object({ signIns: z.array(demoSignIn), inbox: z.boolean() }).nullable(),
  /** All cities of the installation, its first city first; absent when there is only one. */
  regions: z.array(regionLink).optional(),
});
export type PublicSettings = z.infer<typeof publicSettings>;

/**
 * Changes only the given fields; absent fields do not get their defaults. Each given field is validated together with
 * all stored ones.
 */
export const settingsPatch = z.partialRecord(settings.keyof(), z.unknown());

const MAX_REASON_LENGTH = 120;
/** Texts of a cancellation reason by `langLocale`. */
export const cancelReasonTranslations = translationsOf(
  z.object({ label: shownText(MAX_REASON_LENGTH) }).partial(),
);

/** `label` is stored in bookings; `translations` is shown to users of other languages. */
export const cancelReason = z.object({
  value: z.number().int(),
  label: z.string(),
  translations: cancelReasonTranslations.optional(),
});
export type CancelReason = z.infer<typeof cancelReason>;

const cancelReasonInput = z.object({
  label: shownText(MAX_REASON_LENGTH).min(1),
  /** When left out, the stored translations are unchanged. */
  translations: cancelReasonTranslations.optional(),
});
export type CancelReasonInput = z.infer<typeof cancelReasonInput>;

/** The reason that an edit is based on. */
const seenReason = z.object({
  label: z.string().max(MAX_REASON_LENGTH),
  translations: cancelReasonTranslations.optional(),
});

const reasonParams = z.object({ value: z.coerce.number().int().min(0).max(1_000_000) });

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
      'editSettings: changes the given fields, unless `version` is given and outdated; currency and decimals can change only while the ledger has no entries',
    tag,
    access: ['admin'],
    stepUp: { fields: ['adminSecondFactor'] },
    query: z.object({ version: z.coerce.number().int().nonnegative().optional() }),
    body: settingsPatch,
    answer: publicSettings,
    errors: ['demo_mode', 'conflict', 'money_exists', 'proper_bonus', 'update_failed'],
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
  addCarType: defineRoute({
    method: 'POST',
    path: '/cartypes',
    summary: 'editCarType Add',
    tag,
    access: ['admin'],
    body: carTypeInput,
    answer: carType,
    status: 201,
    errors: ['name_taken', 'conflict', 'demo_mode'],
  }),
  editCarType: defineRoute({
    method: 'PATCH',
    path: '/cartypes/:id',
    summary:
      'editCarType Update: the whole car type as it is to be, made from `version`; quotes made before keep their prices',
    tag,
    access: ['admin'],
    params: idParams,
    body: carTypeUpdate,
    answer: carType,
    errors: ['not_found', 'name_taken', 'conflict', 'demo_mode'],
  }),
  deleteCarType: defineRoute({
    method: 'DELETE',
    path: '/cartypes/:id',
    summary: 'editCarType Delete; refused while drivers drive it or bookings wait for it',
    tag,
    access: ['admin'],
    params: idParams,
    answer: z.void(),
    errors: ['not_found', 'in_use', 'demo_mode'],
  }),
  setCarTypeImage: defineRoute({
    method: 'PUT',
    path: '/cartypes/:id/image',
    summary: 'Upload the picture of a car type in field `image`; stored scaled down, with its transparency',
    tag,
    access: ['admin'],
    params: idParams,
    upload: { field: 'image', maxBytes: imageMaxBytes },
    answer: carType,
    errors: ['not_found', 'demo_mode', 'payload_too_large', 'image_unreadable', 'image_too_large'],
    rateLimit: { max: 20, windowSeconds: 60 },
  }),
  getCarTypeImage: defineRoute({
    method: 'GET',
    path: '/car-images/:id',
    summary: 'A car type\u2019s picture by its unguessable id, new with every upload',
    tag,
    access: 'anyone',
    params: z.object({ id: uuid }),
    answer: z.instanceof(Uint8Array),
    binary: 'image/webp',
    errors: ['not_found'],
  }),
  addCancelReason: defineRoute({
    method: 'POST',
    path: '/cancel_reason',
    summary: 'editCancellationReason Add: it takes the next value',
    tag,
    access: ['admin'],
    body: cancelReasonInput,
    answer: cancelReason,
    status: 201,
    errors: ['name_taken', 'demo_mode'],
  }),
  editCancelReason: defineRoute({
    method: 'PATCH',
    path: '/cancel_reason/:value',
    summary: 'editCancellationReason Update',
    tag,
    access: ['admin'],
    params: reasonParams,
    body: cancelReasonInput.extend({
      /** Rejected with `conflict` when the stored reason is another one by now. Older clients omit it. */
      seen: seenReason.optional(),
    }),
    answer: cancelReason,
    errors: ['not_found', 'name_taken', 'conflict', 'demo_mode'],
  }),
  deleteCancelReason: defineRoute({
    method: 'DELETE',
    path: '/cancel_reason/:value',
    summary: 'editCancellationReason Delete; bookings keep the words they were cancelled with',
    tag,
    access: ['admin'],
    params: reasonParams,
    /** The label of the reason that the admin has seen; older clients omit it. */
    query: z.object({ label: z.string().max(MAX_REASON_LENGTH).optional() }),
    answer: z.void(),
    errors: ['not_found', 'conflict', 'demo_mode'],
  }),
};
