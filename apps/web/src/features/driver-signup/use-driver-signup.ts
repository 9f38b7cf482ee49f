// React hook for the driver sign-up: its steps, the validation before each, and the step that an error leads back to.

import { isOtp } from '@kerb/domain/identity';
import { fetchCarTypes } from '@kerb/sdk/store';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { carTypeIn } from '../../lib/car-texts.ts';
import { useLanguage } from '../../lib/i18n/use-language.ts';
import { useKerbDispatch, useKerbSelector } from '../../lib/store.ts';
import { useSettings } from '../../lib/use-settings.ts';
import {
  firstStepWith,
  problemsIn,
  problemsOf,
  type SignupFields,
  type SignupProblems,
  type SignupStep,
  signupSteps,
} from './signup-draft.ts';
import { problemsOfRefusal } from './signup-refusal.ts';
import { useLicenseUpload } from './use-license-upload.ts';
import { useReferrerCheck } from './use-referrer-check.ts';
import { type SignupAnswer, useSignup } from './use-signup.ts';
import { useSignupDraft } from './use-signup-draft.ts';
import type { CarTypes } from './vehicle-step.tsx';

export interface DriverSignupProps {
  /** Referral code of the link that opened the sign-up; '' without one. */
  readonly referral: string;
  /** Called once the account exists; `mobile` in E.164. */
  readonly onSignedUp: (answer: SignupAnswer, person: { firstName: string; mobile: string }) => void;
}

function useCarTypes(): CarTypes {
  const dispatch = useKerbDispatch();
  const { cars, error } = useKerbSelector((state) => state.cartypes);
  const retry = useCallback(() => void dispatch(fetchCarTypes()), [dispatch]);
  useEffect(retry, [retry]);
  const { locale } = useLanguage();
  const shown = useMemo(() => cars?.map((car) => carTypeIn(car, locale)) ?? null, [cars, locale]);
  return { cars: shown, problem: error.flag && cars === null ? error.msg : null, retry };
}

/** Errors found so far; each one is cleared when its field changes. */
function useProblems() {
  const [problems, setProblems] = useState<SignupProblems>({});
  const clear = useCallback((names: readonly string[]) => {
    setProblems((last) => Object.fromEntries(Object.entries(last).filter(([name]) => !names.includes(name))));
  }, []);
  return { problems, setProblems, clear };
}

export function useDriverSignup({ referral, onSignedUp }: DriverSignupProps) {
  const settings = useSettings();
  const carTypes = useCarTypes();
  const { draft, change, setFields: keepFields, forget } = useSignupDraft(referral);
  const { fields, license, step } = draft;
  const referrer = useReferrerCheck(fields.referral);
  const { problems, setProblems, clear } = useProblems();
  const [refusal, setRefusal] = useState<unknown>(null);
  const [code, setCode] = useState('');
  const [refusals, setRefusals] = useState(0);
  const signup = useSignup();
  const upload = useLicenseUpload(
    useCallback(
      (sent) => {
        change({ license: sent });
        clear(['license']);
      },
      [change, clear],
    ),
  );
  const timeZone = settings?.timezone ?? 'UTC';
  const sent = draft.sent?.mobile === fields.mobile ? draft.sent : null;

  const setFields = (part: Partial<SignupFields>) => {
    clear(Object.keys(part));
    keepFields(part);
  };
  const goTo = (next: SignupStep) => {
    setRefusal(null);
    change({ step: next });
  };
  const changeCode = (typed: string) => {
    clear(['code']);
    setCode(typed);
    if (typed.length === 6 && typed !== code) void finish(typed);
  };

  /** Shows the errors; returns true without errors. */
  const check = (found: SignupProblems): boolean => {
    setProblems(found);
    const wrong = firstStepWith(found);
    if (wrong !== null) setRefusals((count) => count + 1);
    if (wrong !== null && wrong !== step) change({ step: wrong });
    return wrong === null;
  };
  const everything = () =>
    problemsOf(draft, {
      now: Date.now(),
      timeZone,
      referralUnknown: referrer === 'unknown',
    });

  const next = () => {
    if (upload.sending && step === 'license') return;
    if (!check(problemsIn(step, everything()))) return;
    const following = signupSteps[signupSteps.indexOf(step) + 1];
    if (following) goTo(following);
  };
  const refuse = (error: unknown) => {
    const found = problemsOfRefusal(error);
    if (firstStepWith(found) === null) setRefusal(error);
    else if (found.license !== undefined) change({ license: null });
    check(found);
  };
  const requestCode = async () => {
    if (!check(everything())) return;
    setRefusal(null);
    setCode('');
    try {
      const underWay = await signup.requestCode(fields.mobile);
      if (underWay) change({ sent: underWay });
    } catch (error) {
      refuse(error);
    }
  };
  const finish = async (typed: string) => {
    if (sent === null) return requestCode();
    const found = everything();
    if (!check(isOtp(typed) ? found : { ...found, code: 'otp_validate_error' })) return;
    setRefusal(null);
    try {
      const answer = await signup.signUp(draft, sent, typed);
      if (answer === null) return;
      forget();
      onSignedUp(answer, { firstName: fields.firstName.trim(), mobile: fields.mobile });
    } catch (error) {
      refuse(error);
    }
  };
  return {
    step,
    fields,
    license,
    sent,
    problems,
    refusal,
    code,
    referrer,
    carTypes,
    upload,
    timeZone,
    /** Incremented with each failed validation: the focus then moves to the first error. */
    refusals,
    busy: signup.busy,
    setFields,
    goTo,
    next,
    changeCode,
    requestCode,
    finish,
  };
}
