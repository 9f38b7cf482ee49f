// React hook that saves the changed fields of the profile; a new mobile number is sent only with the code that verifies
// it.
import type { Me, OtpProof } from '@kerb/contract';
import { useState } from 'react';
import { answers } from '../../lib/answers.ts';
import { sendCodeTo } from '../../lib/store.ts';
import type { ProfileFields } from './profile-rules.ts';

type Patch = Partial<ProfileFields>;

/** A change that awaits the code sent to its new mobile number. */
export interface Proving {
  readonly patch: Patch;
  readonly mobile: string;
  readonly verificationId: string;
}

export interface SaveProfile {
  readonly proving: Proving | null;
  /** The saved record, or null when a code was sent first. Rejects with the ApiError of a rejected request. */
  readonly save: (patch: Patch) => Promise<Me | null>;
  /**
   * Sends the waiting change with the code; returns the saved record. Rejects with the ApiError of a rejected request.
   */
  readonly prove: (proving: Proving, otp: string) => Promise<Me>;
  readonly cancelProving: () => void;
}

export function useSaveProfile(): SaveProfile {
  const [proving, setProving] = useState<Proving | null>(null);

  const [updateProfile] = answers.updateProfile.useMutation();
  const send = (patch: Patch, proof?: OtpProof): Promise<Me> =>
    updateProfile({ body: proof ? { ...patch, proof } : patch }).unwrap();

  return {
    proving,
    save: async (patch) => {
      if (patch.mobile === undefined) return send(patch);
      const { verificationId } = await sendCodeTo(patch.mobile);
      setProving({ patch, mobile: patch.mobile, verificationId });
      return null;
    },
    prove: async ({ patch, verificationId }, otp) => {
      const me = await send(patch, { verificationId, otp });
      setProving(null);
      return me;
    },
    cancelProving: () => setProving(null),
  };
}
