// React hook that loads the payment providers and the payment form when the dialog opens.
import type { PaymentForm } from '@kerb/contract';
import type { ProviderName } from '@kerb/domain/payment';
import { useCallback, useEffect, useRef, useState } from 'react';
import { answers } from '../../lib/answers.ts';
import { store } from '../../lib/store.ts';

const newestOnly = { forceRefetch: true, subscribe: false } as const;

export interface PaymentMethod {
  readonly name: ProviderName;
  readonly link: string;
}

export interface PaymentMethods {
  /** Null until both are loaded. */
  readonly ready: { readonly providers: readonly PaymentMethod[]; readonly form: PaymentForm } | null;
  readonly problem: unknown;
  readonly retry: () => void;
}

/** `loadForm` loads the payment form; pass a memoised callback. Null loads nothing. */
export function usePaymentMethods(loadForm: (() => Promise<PaymentForm>) | null): PaymentMethods {
  const [ready, setReady] = useState<PaymentMethods['ready']>(null);
  const [problem, setProblem] = useState<unknown>(null);
  const newest = useRef(0);

  const read = useCallback(async () => {
    newest.current += 1;
    const mine = newest.current;
    setReady(null);
    setProblem(null);
    if (loadForm === null) return;
    try {
      const [providers, form] = await Promise.all([
        store.dispatch(answers.getPaymentProviders.initiate(undefined, newestOnly)).unwrap(),
        loadForm(),
      ]);
      if (mine === newest.current) setReady({ providers: providers.items, form });
    } catch (error) {
      if (mine === newest.current) setProblem(error);
    }
  }, [loadForm]);

  useEffect(() => {
    void read();
    return () => {
      newest.current += 1;
    };
  }, [read]);

  return { ready, problem, retry: () => void read() };
}
