// Presents a document with a link that expires, or without one where its picture is hidden. The storage key of its file
// is never returned.
import type { DriverDocument } from '@kerb/contract';
import { hasRunOut, validUntil } from '@kerb/domain/fleet';
import type { DocumentLinks } from './document-links.ts';
import type { DocumentsDeps } from './documents.deps.ts';
import type { DocumentRecord } from './documents.repository.ts';

export function presentDocument(
  document: DocumentRecord,
  given: { links: DocumentLinks; now: number; timezone: string; showsPicture: boolean },
): DriverDocument {
  const { links, now, timezone, showsPicture } = given;
  const { id, kind, uploadedAt, expiresOn } = document;
  const { url, linkExpiresAt } = showsPicture ? links.linkTo(id) : { url: null, linkExpiresAt: null };
  const expired = expiresOn !== null && hasRunOut(validUntil(expiresOn, timezone), now);
  return { id, kind, uploadedAt, expiresOn, expired, url, linkExpiresAt };
}

export async function presentDocuments(
  { clock, settings, links }: Pick<DocumentsDeps, 'clock' | 'settings' | 'links'>,
  records: readonly DocumentRecord[],
  showsPicture: boolean,
): Promise<DriverDocument[]> {
  const { timezone } = await settings.get();
  return records.map((one) => presentDocument(one, { links, now: clock.now(), timezone, showsPicture }));
}
