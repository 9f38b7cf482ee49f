// React hook that requests the code, then sends the sign-up: one request at a time, and a retry after a lost response
// reuses its key.
import type { RouteAnswer, RouteBody, Routes } from '@kerb/contract';
import { randomKey } from '@kerb/sdk/client';
import { useRef, useState } from 'react';
import { client, sendCodeTo } from '../../lib/store.ts';
import type { SentCode, SignupDraft } from './signup-draft.ts';

type SignupBody = RouteBody<Routes['userSignup']>;
export type SignupAnswer = RouteAnswer<Routes['userSignup']>;

export interface Signup {
  readonly busy: 'sending' | 'signing' | null;
  /** Null while another request is running; throws ApiError. */
  readonly requestCode: (mobile: string) => Promise<SentCode | null>;
  /** Null while another request is running; throws ApiError. */
  readonly signUp: (draft: SignupDraft, sent: SentCode, otp: string) => Promise<SignupAnswer | null>;
}

function bodyOf({ fields, license }: SignupDraft, proof: SignupBody['proof']): SignupBody {
  const { referral, carType, licenseExpiresOn, ...said } = fields;
  const trimmed = Object.fromEntries(Object.entries(said).map(([name, text]) => [name, text.trim()]));
  return {
    regData: {
      ...said,
      ...trimmed,
      usertype: 'driver',
      carType: carType === '' ? null : carType,
      signupViaReferral: referral.trim(),
      ...(license ? { licenseImage: license.url } : {}),
      ...(licenseExpiresOn === '' ? {} : { licenseExpiresOn }),
    },
    proof,
  };
}

export function useSignup(): Signup {
  const [busy, setBusy] = useState<Signup['busy']>(null);
  // A ref in addition to the state: two taps within one frame both read the old state.
  const running = useRef(false);
  const attempt = useRef<{ body: string; key: string } | null>(null);

  async function alone<Result>(
    what: 'sending' | 'signing',
    run: () => Promise<Result>,
  ): Promise<Result | null> {
    if (running.current) return null;
    running.current = true;
    setBusy(what);
    try {
      return await run();
    } finally {
      running.current = false;
      setBusy(null);
    }
  }

  const requestCode = (mobile: string) =>
    alone('sending', async () => ({ ...(await sendCodeTo(mobile)), mobile }));

  const signUp = (draft: SignupDraft, sent: SentCode, otp: string) =>
    alone('signing', async () => {
      const body = bodyOf(draft, { verificationId: sent.verificationId, otp });
      const written = JSON.stringify(body);
      if (attempt.current?.body !== written) attempt.current = { body: written, key: randomKey() };
      return client.userSignup({ body }, { idempotencyKey: attempt.current.key });
    });

  return { busy, requestCode, signUp };
}
