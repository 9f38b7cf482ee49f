// SQL of drivers' documents, and of licence pictures uploaded before sign-up.
import type { DocumentKind } from '@kerb/contract';
import { sql } from 'kysely';
import type { Queries } from '../../kit/index.ts';

export interface DocumentRecord {
  id: string;
  uid: string;
  kind: DocumentKind;
  storageKey: string;
  /** ms since the epoch */
  uploadedAt: number;
  /** "2026-11-21": the last day, in the operator's time zone, on which it is valid. */
  expiresOn: string | null;
  /** Days left at the driver's last reminder; null before the first one. */
  remindedDays: number | null;
}

type DocumentTables = {
  driver_documents: {
    id: string;
    uid: string;
    kind: DocumentKind;
    storage_key: string;
    content_type: string;
    uploaded_at: number;
    expires_on: string | null;
    reminded_days: number | null;
  };
  signup_licenses: { id: string; storage_key: string; created_at: number; expires_at: number };
};

export interface UploadedLicense {
  id: string;
  storageKey: string;
}

export const documentsRepository = (queries: Queries) => {
  const db = queries.withTables<DocumentTables>();
  const all = () =>
    db.selectFrom('driver_documents').select([
      'id',
      'uid',
      'kind',
      'storage_key as storageKey',
      'uploaded_at as uploadedAt',
      // As text: a date without time must not depend on the machine's time zone.
      sql<string | null>`expires_on::text`.as('expiresOn'),
      'reminded_days as remindedDays',
    ]);
  return {
    /** The newest document of each kind. */
    async of(uid: string): Promise<DocumentRecord[]> {
      return all().where('uid', '=', uid).orderBy('kind').execute();
    },

    async find(id: string): Promise<DocumentRecord | null> {
      return (await all().where('id', '=', id).executeTakeFirst()) ?? null;
    },

    async insert(document: DocumentRecord, contentType: string): Promise<void> {
      await db
        .insertInto('driver_documents')
        .values({
          id: document.id,
          uid: document.uid,
          kind: document.kind,
          storage_key: document.storageKey,
          content_type: contentType,
          uploaded_at: document.uploadedAt,
          expires_on: document.expiresOn,
          reminded_days: document.remindedDays,
        })
        .execute();
    },

    async remove(id: string): Promise<void> {
      await db.deleteFrom('driver_documents').where('id', '=', id).execute();
    },

    /** Deletes all documents of a driver; returns the storage keys of their files. */
    async removeOf(uid: string): Promise<string[]> {
      const rows = await db
        .deleteFrom('driver_documents')
        .where('uid', '=', uid)
        .returning('storage_key')
        .execute();
      return rows.map((row) => row.storage_key);
    },

    /** Stores the expiry date and resets the reminders. */
    async setExpiry(id: string, expiresOn: string | null): Promise<void> {
      await db
        .updateTable('driver_documents')
        .set({ expires_on: expiresOn, reminded_days: null })
        .where('id', '=', id)
        .execute();
    },

    /** Uids of the drivers who have a document with an expiry day. */
    async driversWithExpiry(): Promise<string[]> {
      const rows = await db
        .selectFrom('driver_documents')
        .select('uid')
        .distinct()
        .where('expires_on', 'is not', null)
        .execute();
      return rows.map(({ uid }) => uid);
    },

    /** A page of documents, by id, that expire by `lastDay` and have not had their last reminder. */
    async ending(lastDay: string, after: string | null, limit: number): Promise<DocumentRecord[]> {
      return all()
        .where(sql<boolean>`expires_on <= ${lastDay}::date`)
        .where((where) => where.or([where('reminded_days', 'is', null), where('reminded_days', '>', 0)]))
        .$if(after !== null, (query) => query.where('id', '>', after ?? ''))
        .orderBy('id')
        .limit(limit)
        .execute();
    },

    /**
     * Stores a reminder as sent. False when this or a later reminder was sent before, or the expiry date has changed.
     */
    async markReminded(document: DocumentRecord, days: number): Promise<boolean> {
      const marked = await db
        .updateTable('driver_documents')
        .set({ reminded_days: days })
        .where('id', '=', document.id)
        .where(sql<boolean>`expires_on = ${document.expiresOn}::date`)
        .where((where) => where.or([where('reminded_days', 'is', null), where('reminded_days', '>', days)]))
        .returning('id')
        .executeTakeFirst();
      return marked !== undefined;
    },

    async addLicense(license: UploadedLicense, createdAt: number, expiresAt: number): Promise<void> {
      const { id, storageKey } = license;
      await db
        .insertInto('signup_licenses')
        .values({ id, storage_key: storageKey, created_at: createdAt, expires_at: expiresAt })
        .execute();
    },

    async findLicense(id: string): Promise<UploadedLicense | null> {
      const row = await db
        .selectFrom('signup_licenses')
        .select(['id', 'storage_key as storageKey'])
        .where('id', '=', id)
        .executeTakeFirst();
      return row ?? null;
    },

    /** Marks the picture as used; null when another sign-up has used it already. */
    async takeLicense(id: string): Promise<UploadedLicense | null> {
      const row = await db
        .deleteFrom('signup_licenses')
        .where('id', '=', id)
        .returning(['id', 'storage_key as storageKey'])
        .executeTakeFirst();
      return row ?? null;
    },

    async removeOldLicenses(now: number): Promise<string[]> {
      const rows = await db
        .deleteFrom('signup_licenses')
        .where('expires_at', '<=', now)
        .returning('storage_key')
        .execute();
      return rows.map((row) => row.storage_key);
    },

    /** Whether any row refers to the file. */
    async isInUse(storageKey: string): Promise<boolean> {
      const found = await sql<{ used: boolean }>`
        select exists (select 1 from driver_documents where storage_key = ${storageKey})
          or exists (select 1 from signup_licenses where storage_key = ${storageKey}) as used`.execute(db);
      return found.rows[0]?.used ?? false;
    },
  };
};
