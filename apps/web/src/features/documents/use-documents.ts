// A driver's documents as the server has them, and what can be done to them: one's own, or another's for admins.
import type { DocumentKind, DriverDocument } from '@kerb/contract';
import { skipToken } from '@reduxjs/toolkit/query/react';
import { answers } from '../../lib/answers.ts';
import { shownAnswer } from '../../lib/shown-answer.ts';
import { refreshUser } from '../../lib/store.ts';

export interface DocumentChange {
  readonly kind: DocumentKind;
  /** Null leaves the picture as it is and changes the day only. */
  readonly picture: Blob | null;
  /** "YYYY-MM-DD"; null for a document without an end. */
  readonly expiresOn: string | null;
  /** The same through every attempt to send this change. */
  readonly key: string;
}

interface Documents {
  /** Null until they are read. */
  readonly items: readonly DriverDocument[] | null;
  readonly problem: unknown;
  readonly reload: () => void;
  /** Throws the ApiError of a refusal. */
  readonly save: (change: DocumentChange) => Promise<void>;
}

/** `driver`: uid of the driver an admin looks at; undefined for the signed-in driver's own. */
export function useDocuments(driver: string | undefined): Documents {
  const isOwn = driver === undefined;
  const own = answers.getMyDocuments.useQuery(isOwn ? undefined : skipToken);
  const others = answers.getUserDocuments.useQuery(isOwn ? skipToken : { params: { id: driver } });
  const [setOwn] = answers.setMyDocument.useMutation();
  const [setOther] = answers.setUserDocument.useMutation();
  const [setExpiry] = answers.setDocumentExpiry.useMutation();
  const { answer, problem, reload } = shownAnswer(isOwn ? own : others);
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
      // What is valid until when decides about tasks, and stands in one's own record.
      return refreshUser();
    }
    const after = await setOther({
      params: { id: driver, kind },
      query,
      file: picture,
      idempotencyKey,
    }).unwrap();
    const replaced = after.items.find((one) => one.kind === kind);
    // A picture without a day has the day of the one before; an admin who cleared it means none.
    if (replaced && replaced.expiresOn !== expiresOn)
      await setExpiry({ params: { id: replaced.id }, body: { expiresOn } }).unwrap();
  };

  return { items, problem, reload, save };
}
