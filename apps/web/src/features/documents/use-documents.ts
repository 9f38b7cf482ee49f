// A driver's documents as the server has them, and what can be done to them: one's own, or another's for admins.
import type { DocumentKind, DriverDocument } from '@kerb/contract';
import { useCallback, useEffect, useRef, useState } from 'react';
import { client, refreshUser } from '../../lib/store.ts';

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
  readonly reload: () => Promise<void>;
  /** Throws the ApiError of a refusal. */
  readonly save: (change: DocumentChange) => Promise<void>;
}

/** `driver`: uid of the driver an admin looks at; undefined for the signed-in driver's own. */
export function useDocuments(driver: string | undefined): Documents {
  const [items, setItems] = useState<readonly DriverDocument[] | null>(null);
  const [problem, setProblem] = useState<unknown>(null);
  const turn = useRef(0);

  const reload = useCallback(async () => {
    turn.current += 1;
    const mine = turn.current;
    setProblem(null);
    try {
      const answer = await (driver === undefined
        ? client.getMyDocuments()
        : client.getUserDocuments({ params: { id: driver } }));
      if (mine === turn.current) setItems(answer.items);
    } catch (error) {
      if (mine === turn.current) setProblem(error);
    }
  }, [driver]);

  useEffect(() => {
    setItems(null);
    void reload();
    return () => {
      turn.current += 1;
    };
  }, [reload]);

  const save = useCallback(
    async ({ kind, picture, expiresOn, key }: DocumentChange) => {
      const options = { idempotencyKey: key };
      const query = expiresOn === null ? {} : { expiresOn };
      const document = items?.find((one) => one.kind === kind);
      if (picture === null) {
        if (!document) throw new TypeError(`There is no ${kind} to set a day on`);
        await client.setDocumentExpiry({ params: { id: document.id }, body: { expiresOn } }, options);
        return reload();
      }
      const answer = await (driver === undefined
        ? client.setMyDocument({ params: { kind }, query, file: picture }, options)
        : client.setUserDocument({ params: { id: driver, kind }, query, file: picture }, options));
      turn.current += 1;
      setItems(answer.items);
      const replaced = answer.items.find((one) => one.kind === kind);
      // A picture without a day keeps the day of the one before; an admin who cleared it means none.
      if (driver !== undefined && replaced && replaced.expiresOn !== expiresOn) {
        await client.setDocumentExpiry({ params: { id: replaced.id }, body: { expiresOn } });
        await reload();
      }
      // What is valid until when decides about tasks, and stands in one's own record.
      if (driver === undefined) await refreshUser();
    },
    [driver, items, reload],
  );

  return { items, problem, reload, save };
}
