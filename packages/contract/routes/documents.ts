// Route declarations of a driver's documents: pictures that the driver, their fleet admin and admins open by links that
// expire.
import { z } from 'zod';
import { defineRoute } from '../define-route.ts';
import { idParams, imageMaxBytes } from '../pages.ts';

const tag = 'documents';

/** licenseImage: driving licence; img1: vehicle registration; img2: vehicle insurance; img3, img4: other documents. */
export const documentKind = z.enum(['licenseImage', 'img1', 'img2', 'img3', 'img4']);
export type DocumentKind = z.infer<typeof documentKind>;

/** Last calendar day in settings.timezone on which the document is valid. */
export const documentDay = z.iso
  .date()
  .refine((day) => day >= '2000-01-01' && day <= '2199-12-31', 'A day from 2000 to 2199');

export const driverDocument = z.object({
  id: z.string(),
  kind: documentKind,
  uploadedAt: z.number(),
  expiresOn: documentDay.nullable(),
  expired: z.boolean(),
  /**
   * Link to the picture, valid until linkExpiresAt; after that, clients read the list again. Both are null for documents
   * of others while AllowCriticalEditsAdmin is off.
   */
  url: z.string().nullable(),
  linkExpiresAt: z.number().nullable(),
});
export type DriverDocument = z.infer<typeof driverDocument>;

const documents = z.object({ items: z.array(driverDocument) });
const kindParams = z.object({ kind: documentKind });
const upload = { field: 'image', maxBytes: imageMaxBytes } as const;
const imageErrors = ['payload_too_large', 'image_unreadable', 'image_too_large'] as const;

export const documentRoutes = {
  getMyDocuments: defineRoute({
    method: 'GET',
    path: '/me/documents',
    summary: 'My documents, the newest of each kind',
    tag,
    access: ['driver'],
    answer: documents,
    errors: [],
  }),
  setLicense: defineRoute({
    method: 'PUT',
    path: '/me/license',
    summary: 'The same as PUT /me/documents/licenseImage',
    tag,
    access: ['driver'],
    upload,
    query: z.object({ expiresOn: documentDay.optional() }),
    answer: documents,
    errors: imageErrors,
    rateLimit: { max: 20, windowSeconds: 60 },
  }),
  setMyDocument: defineRoute({
    method: 'PUT',
    path: '/me/documents/:kind',
    /** When `expiresOn` is left out, the day of the replaced document is used. */
    summary: 'Upload a document in field `image`; it takes the place of the last of its kind',
    tag,
    access: ['driver'],
    params: kindParams,
    query: z.object({ expiresOn: documentDay.optional() }),
    upload,
    answer: documents,
    errors: imageErrors,
    rateLimit: { max: 20, windowSeconds: 60 },
  }),
  getUserDocuments: defineRoute({
    method: 'GET',
    path: '/users/:id/documents',
    summary: "A driver's documents",
    tag,
    access: ['admin', 'fleetadmin'],
    params: idParams,
    answer: documents,
    errors: ['not_found'],
  }),
  setUserDocument: defineRoute({
    method: 'PUT',
    path: '/users/:id/documents/:kind',
    summary: 'Upload a document for a driver',
    tag,
    access: ['admin', 'fleetadmin'],
    params: idParams.extend(kindParams.shape),
    query: z.object({ expiresOn: documentDay.optional() }),
    upload,
    answer: documents,
    errors: ['not_found', 'demo_mode', ...imageErrors],
    rateLimit: { max: 60, windowSeconds: 60 },
  }),
  setDocumentExpiry: defineRoute({
    method: 'PATCH',
    path: '/documents/:id',
    summary: 'Say until which day a document is valid; null: without an end',
    tag,
    access: ['admin', 'fleetadmin'],
    params: idParams,
    body: z.object({ expiresOn: documentDay.nullable() }),
    answer: driverDocument,
    errors: ['not_found', 'demo_mode'],
  }),
  getDocumentContent: defineRoute({
    method: 'GET',
    path: '/documents/:id/content',
    summary: 'Download the picture with a signed link that has not expired',
    tag,
    access: 'anyone',
    params: idParams,
    query: z.object({ until: z.coerce.number().int(), signature: z.string().max(100) }),
    answer: z.instanceof(Uint8Array),
    binary: 'image/webp',
    errors: ['not_found', 'link_expired'],
  }),
};
