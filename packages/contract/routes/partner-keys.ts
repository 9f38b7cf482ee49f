// Route declarations of partner keys: API keys with which programs of partners, for example of a regulator, call the
// routes meant for keys.
import { z } from 'zod';
import { defineRoute, keyScope } from '../define-route.ts';
import { idParams } from '../pages.ts';

const tag = 'mobility data';
const access = ['admin'] as const;

/** Maximum number of valid keys at a time. */
export const maxPartnerKeys = 50;

export const partnerKeyInput = z.strictObject({
  /** Name of the partner and purpose: "City Hall, mobility data". */
  name: z.string().trim().min(1).max(80),
  scopes: z
    .array(keyScope)
    .min(1)
    .max(keyScope.options.length)
    .refine((scopes) => new Set(scopes).size === scopes.length, { message: 'A scope is named twice' }),
});
export type PartnerKeyInput = z.infer<typeof partnerKeyInput>;

export const partnerKey = z.object({
  id: z.string(),
  name: z.string(),
  scopes: z.array(keyScope),
  created_at: z.number(),
  /** Time of the last call, rounded to the minute; null before the first call. */
  last_used_at: z.number().nullable(),
  /** Time of the revocation; null while the key is valid. */
  revoked_at: z.number().nullable(),
});
export type PartnerKey = z.infer<typeof partnerKey>;

export const partnerKeyRoutes = {
  listPartnerKeys: defineRoute({
    method: 'GET',
    path: '/partner-keys',
    summary: 'The keys of partners: valid ones first, the newest first; at most 50 revoked ones',
    tag,
    access,
    answer: z.object({ items: z.array(partnerKey) }),
    errors: [],
  }),
  addPartnerKey: defineRoute({
    method: 'POST',
    path: '/partner-keys',
    summary: 'Make a key; it is shown this once, and only its hash is stored',
    tag,
    access,
    stepUp: true,
    body: partnerKeyInput,
    answer: z.object({ item: partnerKey, key: z.string() }),
    status: 201,
    errors: ['demo_mode', 'too_many_keys'],
  }),
  revokePartnerKey: defineRoute({
    method: 'DELETE',
    path: '/partner-keys/:id',
    summary: 'Revoke a key: it opens nothing from now on',
    tag,
    access,
    params: idParams,
    answer: z.void(),
    errors: ['demo_mode', 'not_found'],
  }),
};
