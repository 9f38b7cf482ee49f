// Form of the first run in three steps: the admin, the operation, and the code that verifies the mobile number.
import type { RouteAnswer, Routes } from '@kerb/contract';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CodeStep } from '../../features/sign-in/code-step.tsx';
import { useErrorText } from '../../lib/use-error-text.ts';
import { toE164 } from '../../ui/country-picker/phone-number.ts';
import { PrimaryAction } from '../../ui/primary-action.tsx';
import { countryHere } from './country-here.ts';
import { OperationStep } from './operation-step.tsx';
import { PersonStep } from './person-step.tsx';
import { CODE_STEP, firstFields, problemsOf, type SetupFields, type SetupProblems } from './setup-rules.ts';
import { SetupSteps } from './setup-steps.tsx';
import { useSetUp } from './use-set-up.ts';

interface SetupFormProps {
  readonly beginning: RouteAnswer<Routes['getSetup']>;
  /** Mobile number from the query string, in any format. */
  readonly mobile: string;
  /** Called when another user has completed the set-up first. */
  readonly onOver: () => void;
}

function useSetupFields({ beginning, mobile }: SetupFormProps) {
  const [fields, setFields] = useState(() => {
    // A "+" in a query string is decoded as a space.
    const given = toE164({ country: beginning.country, text: mobile.replace(/^ /, '+') });
    return firstFields({
      mobile: given,
      country: countryHere(given, beginning.country),
      ownZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    });
  });
  const [problems, setProblems] = useState<SetupProblems>({});
  const change = (changes: Partial<SetupFields>) => {
    setFields((before) => ({ ...before, ...changes }));
    setProblems((before) =>
      Object.fromEntries(Object.entries(before).filter(([field]) => !(field in changes))),
    );
  };
  return { fields, problems, setProblems, change };
}

export function SetupForm(props: SetupFormProps) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const [step, setStep] = useState(0);
  const { fields, problems, setProblems, change } = useSetupFields(props);
  const form = useRef<HTMLFormElement>(null);
  const setUp = useSetUp({ fields, onOver: props.onOver, onStep: setStep });

  const go = (event: FormEvent) => {
    event.preventDefault();
    const found = problemsOf(fields, step);
    setProblems(found);
    const [first] = Object.keys(found);
    if (first !== undefined) {
      form.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus();
      return;
    }
    setStep(step + 1);
    if (step + 1 === CODE_STEP && fields.mobile !== null) setUp.begin(fields.mobile);
  };
  const shown = { fields, problems, change };

  return (
    <Box sx={{ display: 'grid', gap: 4 }}>
      <SetupSteps current={step} />
      {setUp.problem !== null && <Alert severity="error">{errorText(setUp.problem)}</Alert>}
      {step === CODE_STEP ? (
        <CodeOrWhy setUp={setUp} onBack={() => setStep(0)} />
      ) : (
        <Box
          component="form"
          ref={form}
          noValidate
          onSubmit={go}
          sx={{ display: 'grid', gap: 3, gridTemplateColumns: 'minmax(0, 1fr)' }}
        >
          {step === 0 ? <PersonStep {...shown} /> : <OperationStep {...shown} />}
          <Box sx={{ display: 'flex', gap: 1.5 }}>
            {step > 0 && (
              <Button size="large" onClick={() => setStep(step - 1)}>
                {t('back')}
              </Button>
            )}
            <PrimaryAction type="submit">{t(step === 0 ? 'setup_next' : 'setup_prove')}</PrimaryAction>
          </Box>
        </Box>
      )}
    </Box>
  );
}

/** Input for the code, or the reason why no code was sent. */
function CodeOrWhy({ setUp, onBack }: { setUp: ReturnType<typeof useSetUp>; onBack: () => void }) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const { signIn } = setUp;
  if (signIn.verificationId !== null) return <CodeStep key={signIn.verificationId} signIn={signIn} />;
  const why = signIn.problems.phone ?? signIn.problems.alert;
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      {why !== null && <Alert severity="error">{errorText(why)}</Alert>}
      <PrimaryAction
        loading={signIn.loading}
        onClick={() => signIn.mobile !== null && setUp.begin(signIn.mobile)}
      >
        {t('setup_send_again')}
      </PrimaryAction>
      <Button size="large" disabled={signIn.loading} onClick={onBack}>
        {t('back')}
      </Button>
    </Box>
  );
}
