// Parts of a user that are resources of their own, given with the record when `include` names them.
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

/** A part that `include` does not name, or that the caller may not see, is absent. */
export const userParts = z.object({
  savedAddresses: z.array(savedAddress).optional(),
  /** The newest 200 entries; `GET /me/wallet` has the rest. */
  walletHistory: z.array(walletEntry).optional(),
  /** The newest 200; `GET /me/notices` has the rest. */
  notifications: z.array(notice).optional(),
  /** Where a driver on duty was seen last; null for everyone else. */
  location: latLng.nullable().optional(),
  /** Addresses of the pictures, which open for some minutes; null for a document that was not handed in. */
  licenseImage: z.string().nullable().optional(),
  img1: z.string().nullable().optional(),
  img2: z.string().nullable().optional(),
  img3: z.string().nullable().optional(),
  img4: z.string().nullable().optional(),
  /** Of the device that was registered last; null without one. */
  pushToken: z.string().nullable().optional(),
  userPlatform: userPlatform.nullable().optional(),
});

const ratingDetails = z.array(ratingEntry).optional();
const withDetails = { ratings: ratings.extend({ details: ratingDetails }) };
export type UserParts = z.infer<typeof userParts> & { ratingDetails?: z.infer<typeof ratingDetails> };

export const meWithParts = me.extend(userParts.shape).extend(withDetails);
export const userWithParts = user.extend(userParts.shape).extend(withDetails);

/** `?include=savedAddresses,ratings.details` */
export const includeQuery = z.object({
  include: z
    .string()
    .max(300)
    .transform((text) => text.split(',').filter((one) => one !== ''))
    .pipe(z.array(userPart))
    .optional(),
});
