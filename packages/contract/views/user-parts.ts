// Response schemas of parts of a user that are resources of their own, included in the user record on request by
// `include`.
import { latLng } from '@kerb/domain/geo';
import { ratings, savedAddress, userPlatform } from '@kerb/domain/identity';
import { z } from 'zod';
import { documentKind } from '../routes/documents.ts';
import { notice } from '../routes/notices.ts';
import { me, walletEntry } from './me.ts';
import { ratingEntry, user } from './users.ts';

export const userPart = z.enum([
  'savedAddresses',
  'walletHistory',
  'notifications',
  'location',
  'ratings.details',
  ...documentKind.options,
  'pushToken',
  'userPlatform',
]);
export type UserPart = z.infer<typeof userPart>;

/** Parts that `include` does not name, or that the caller may not see, are absent. */
export const userParts = z.object({
  savedAddresses: z.array(savedAddress).optional(),
  /** The newest 200 entries; `GET /me/wallet` returns the others. */
  walletHistory: z.array(walletEntry).optional(),
  /** The newest 200 notices; `GET /me/notices` returns the others. */
  notifications: z.array(notice).optional(),
  /** Last position of a driver on duty; null for all other users. */
  location: latLng.nullable().optional(),
  /** URLs of the document pictures, valid for some minutes; null for a document that was not uploaded. */
  licenseImage: z.string().nullable().optional(),
  img1: z.string().nullable().optional(),
  img2: z.string().nullable().optional(),
  img3: z.string().nullable().optional(),
  img4: z.string().nullable().optional(),
  /** Push token of the device that was registered last; null without one. */
  pushToken: z.string().nullable().optional(),
  userPlatform: userPlatform.nullable().optional(),
});

const ratingDetails = z.array(ratingEntry).optional();
const withDetails = { ratings: ratings.extend({ details: ratingDetails }) };
export type UserParts = z.infer<typeof userParts> & { ratingDetails?: z.infer<typeof ratingDetails> };

export const meWithParts = me.extend(userParts.shape).extend(withDetails);
export const userWithParts = user.extend(userParts.shape).extend(withDetails);

/** Query parameter such as `?include=savedAddresses,ratings.details`. */
export const includeQuery = z.object({
  include: z
    .string()
    .max(300)
    .transform((text) => text.split(',').filter((one) => one !== ''))
    .pipe(z.array(userPart))
    .optional(),
});
