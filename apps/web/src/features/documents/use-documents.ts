// React hook that loads and changes a driver's documents: the signed-in driver's own, or for admins those of any
// driver.
import type { DocumentKind, DriverDocument } from '@kerb/contract';
import { skipToken } from '@reduxjs/toolkit/query/react';
import { answers } from '../../lib/answers.ts';
import { shownResponse } from '../../lib/shown-response.ts';
import { refreshUser } from '../../lib/store.ts';

export interface DocumentChange {
  readonly kind: DocumentKind;
  /** Null leaves the picture unchanged and sets only the date. */
  readonly picture: Blob | null;
  /** "YYYY-MM-DD"; null for a document that does not expire. */
  readonly expiresOn: string | null;
  /** Idempotency key; the same for every attempt to send this change. */
  readonly key: string;
}

interface Documents {
  /** Null while loading. */
  readonly items: readonly DriverDocument[] | null;
  readonly problem: unknown;
  readonly reload: () => void;
  /** Throws the ApiError of a rejected request. */
  readonly save: (change: DocumentChange) => Promise<void>;
}

/** `driver`: uid of the driver an admin views; undefined for the signed-in driver's own. */
export function useDocuments(driver: string | undefined): Documents {
  const isOwn = driver === undefined;
  const own = answers.getMyDocuments.useQuery(isOwn ? undefined : skipToken);
  const others = answers.getUserDocuments.useQuery(isOwn ? skipToken : { params: { id: driver } });
  const [setOwn] = answers.setMyDocument.useMutation();
  const [setOther] = answers.setUserDocument.useMutation();
  const [setExpiry] = answers.setDocumentExpiry.useMutation();
  const { answer, problem, reload } = shownResponse(isOwn ? own : others);
  const items = answer?.items ?? null;

  const save = async ({ kind, picture, expiresOn, key: idempotencyKey }: DocumentChange) => {
    const query = expiresOn === null ? {} : { expiresOn };
    if (picture === null) {
      const document = items?.find((one) => one.kind === kind);
      if (!document) throw new TypeError(`There is no ${kind} to set a day on`);
      await setExpiry({ params: { id: document.id }, body: { expiresOn }, idempotencyKey }).unwrap();
      return;
    }
    if (isOwn) {
      await setOwn({ params: { kind }, query, file: picture, idempotencyKey }).unwrap();
      // The user's own record contains the expiry date, which decides whether the driver gets tasks.
      return refreshUser();
    }
    const after = await setOther({
      params: { id: driver, kind },
      query,
      file: picture,
      idempotencyKey,
    }).unwrap();
    const replaced = after.items.find((one) => one.kind === kind);
    // Without a date the server retains the previous one; when the admin has cleared the date, remove it explicitly.
    if (replaced && replaced.expiresOn !== expiresOn)
      await setExpiry({ params: { id: replaced.id }, body: { expiresOn } }).unwrap();
  };

  return { items, problem, reload, save };
}
