// What an admin does to promos: which dialog is open, what was refused, and how it went.
import type { Promo } from '@kerb/domain/fare';
import { editPromo } from '@kerb/sdk/store/console';
import { useCallback, useState } from 'react';
import { useKerbDispatch } from '../../lib/store.ts';
import { useErrorText } from '../../lib/use-error-text.ts';
import { useSettings } from '../../lib/use-settings.ts';

export type PromoQuestion =
  | { readonly what: 'add' }
  | { readonly what: 'edit' | 'delete'; readonly promo: Promo };

export type PromoDone = { readonly what: 'saved' | 'deleted'; readonly name: string };

export function usePromoEdits(reload: () => void) {
  const dispatch = useKerbDispatch();
  const errorText = useErrorText();
  const critical = useSettings()?.AllowCriticalEditsAdmin ?? false;
  const [asked, setAsked] = useState<PromoQuestion | null>(null);
  const [alert, setAlert] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [done, setDone] = useState<PromoDone | null>(null);

  /** The demonstration shows the buttons and says why they do nothing; adding is open to it (specification §5). */
  const ask = useCallback(
    (question: PromoQuestion) => {
      if (question.what === 'add' || critical) setAsked(question);
      else setAlert(errorText('demo_mode'));
    },
    [critical, errorText],
  );
  const remove = async ({ id, promo_name: name }: Promo): Promise<void> => {
    setBusy(true);
    try {
      await dispatch(editPromo({ method: 'Delete', data: { id } })).unwrap();
      setDone({ what: 'deleted', name });
    } catch (code) {
      setAlert(errorText(code));
    } finally {
      setBusy(false);
      setAsked(null);
      reload();
    }
  };
  return {
    ...{ asked, alert, busy, done, ask },
    close: () => setAsked(null),
    closeAlert: () => setAlert(null),
    forget: () => setDone(null),
    remove: (promo: Promo) => void remove(promo),
    saved: ({ promo_name: name }: Promo) => {
      setAsked(null);
      setDone({ what: 'saved', name });
      reload();
    },
  };
}
