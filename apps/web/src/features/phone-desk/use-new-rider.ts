// React hook that adds a rider after checking whether the number is registered (checkUserExists and addUser of the
// specification).
import type { User } from '@kerb/contract';
import { isTypedNumber } from '@kerb/domain/countries';
import { personName } from '@kerb/domain/identity';
import { ApiError } from '@kerb/sdk/client';
import { useState } from 'react';
import { client } from '../../lib/store.ts';
import { useSettings } from '../../lib/use-settings.ts';
import { useSubmission } from '../../lib/use-submission.ts';
import { numberInField } from '../../ui/country-picker/phone-number.ts';

interface Fields {
  readonly firstName: string;
  readonly lastName: string;
  /** E.164; null while the typed text is not a valid number. */
  readonly mobile: string | null;
}

/** Errors of the check itself, which do not concern the number. */
const unrelatedErrors: readonly string[] = [
  'network_error',
  'not_logged_in',
  'too_many_requests',
  'overloaded',
];

/** The rider with this number; null when it is not registered. Throws user_exists when it belongs to a user who is not a rider. */
async function riderWith(mobile: string): Promise<User | null> {
  const { users } = await client.checkUser({ body: { email: '', mobile } }).catch((problem: unknown) => {
    const passes = problem instanceof ApiError && unrelatedErrors.includes(problem.code);
    throw passes ? problem : new ApiError({ status: 0, code: 'email_or_mobile_issue', cause: problem });
  });
  const [found] = users;
  if (!found) return null;
  if (found.usertype !== 'rider') throw new ApiError({ status: 0, code: 'user_exists' });
  if (found.id === undefined) throw new ApiError({ status: 0, code: 'user_exists' });
  return client.getUser({ params: { id: found.id } });
}

/** Error key for a name, by the server's rules; null for a valid name. */
export function nameProblemOf(name: string): 'rider_name_missing' | 'hidden_letters' | null {
  if (name.trim() === '') return 'rider_name_missing';
  return personName.safeParse(name).success ? null : 'hidden_letters';
}

/** The search text when it is a telephone number; '' for other texts. */
export const dialledIn = (typed: string): string => (isTypedNumber(typed) ? typed.trim() : '');

export function useNewRider(typed: string, onAdded: (rider: User) => void) {
  const settings = useSettings();
  const [fields, setFields] = useState<Fields>(() => {
    const [firstName = '', ...rest] = /\d/.test(typed) ? [] : typed.trim().split(/\s+/);
    const phone = { country: settings?.country ?? 'UY', text: dialledIn(typed) };
    const mobile = numberInField(phone, settings?.AllowCountrySelection ?? true);
    return { firstName, lastName: rest.join(' '), mobile };
  });
  const [tried, setTried] = useState(false);
  const { busy, problem, run, clearProblem } = useSubmission();
  const [existing, setExisting] = useState<User | null>(null);

  const add = async () => {
    setTried(true);
    const firstName = fields.firstName.trim();
    const lastName = fields.lastName.trim();
    const { mobile } = fields;
    if (nameProblemOf(firstName) || nameProblemOf(lastName) || mobile === null) return;
    await run(async () => {
      const known = await riderWith(mobile);
      if (known) setExisting(known);
      else onAdded(await client.addUser({ body: { usertype: 'rider', firstName, lastName, mobile } }));
    });
  };
  return {
    fields,
    tried,
    busy,
    problem,
    existing,
    change: (patch: Partial<Fields>) => {
      setExisting(null);
      setFields((before) => ({ ...before, ...patch }));
    },
    add: () => void add(),
    forgetProblem: clearProblem,
  };
}
