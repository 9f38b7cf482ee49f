// The driver sign-up: four steps with a stored draft; an error from the server leads back to its field.
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { type FormEvent, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { dayTextOf } from '../../lib/calendar-day.ts';
import { focusFirstInvalid } from '../../ui/focus-first-invalid.ts';
import { PrimaryAction } from '../../ui/primary-action.tsx';
import { ConfirmStep } from './confirm-step.tsx';
import { LicenseStep } from './license-step.tsx';
import { PersonStep } from './person-step.tsx';
import { signupSteps } from './signup-draft.ts';
import { SignupProgress } from './signup-progress.tsx';
import { type DriverSignupProps, useDriverSignup } from './use-driver-signup.ts';
import { useStepHistory } from './use-step-history.ts';
import { VehicleStep } from './vehicle-step.tsx';

export function DriverSignup(props: DriverSignupProps) {
  const { t } = useTranslation();
  const form = useDriverSignup(props);
  const { step, busy, refusals } = form;
  useStepHistory(step, form.goTo);
  const element = useRef<HTMLFormElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef(step);

  useEffect(() => {
    if (shown.current === step) return;
    shown.current = step;
    window.scrollTo(0, 0);
    heading.current?.focus({ preventScroll: true });
  }, [step]);
  useEffect(() => {
    const wrong = refusals > 0 ? focusFirstInvalid(element.current) : null;
    // Select a rejected code, so that typing replaces it.
    if (wrong instanceof HTMLInputElement && wrong.name === 'otp') wrong.select();
  }, [refusals]);

  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (busy !== null) return;
    if (step === 'confirm') void form.finish(form.code);
    else form.next();
  };
  const before = signupSteps[signupSteps.indexOf(step) - 1];
  return (
    <Box sx={layout}>
      <Box sx={{ display: 'grid', gap: { xs: 2, md: 4 }, alignContent: 'start' }}>
        <Box sx={{ display: 'grid', gap: 1 }}>
          <Typography variant="h2" component="h1">
            {t('signup_title')}
          </Typography>
          <Typography
            color="text.secondary"
            sx={{ display: { xs: step === 'person' ? 'block' : 'none', md: 'block' } }}
          >
            {t('signup_text')}
          </Typography>
        </Box>
        <SignupProgress step={step} />
      </Box>
      <Box component="form" ref={element} noValidate onSubmit={onSubmit} sx={card}>
        <Box>
          <Typography ref={heading} variant="h3" component="h2" tabIndex={-1} sx={{ outline: 'none' }}>
            {t(`signup_step_${step}`)}
          </Typography>
          <Typography color="text.secondary" sx={{ mt: 0.5 }}>
            {t(`signup_why_${step}`)}
          </Typography>
        </Box>
        <Step form={form} />
        {step !== 'confirm' && (
          <PrimaryAction type="submit" loading={step === 'license' && form.upload.sending}>
            {t('signup_continue')}
          </PrimaryAction>
        )}
        {before && (
          <Button
            color="inherit"
            size="large"
            disabled={busy !== null}
            onClick={() => form.goTo(before)}
            sx={{ mt: -1.5 }}
          >
            {t('back')}
          </Button>
        )}
      </Box>
    </Box>
  );
}

const layout = {
  display: 'grid',
  gap: { xs: 3, md: 6 },
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 18rem) minmax(0, 1fr)' },
  maxWidth: 1040,
  mx: 'auto',
  px: 2,
  py: { xs: 3, md: 8 },
} as const;

const card = {
  display: 'grid',
  gap: 3,
  alignContent: 'start',
  p: { md: 4 },
  border: { md: '1px solid' },
  borderColor: { md: 'divider' },
  borderRadius: { md: '20px' },
} as const;

function Step({ form }: { form: ReturnType<typeof useDriverSignup> }) {
  const { step, fields, setFields, problems, carTypes } = form;
  const own = { fields, setFields, problems };
  switch (step) {
    case 'person':
      return <PersonStep {...own} referrer={form.referrer} />;
    case 'vehicle':
      return <VehicleStep {...own} carTypes={carTypes} />;
    case 'license':
      return (
        <LicenseStep
          {...own}
          upload={form.upload}
          license={form.license}
          today={dayTextOf(Date.now(), form.timeZone)}
        />
      );
    case 'confirm':
      return (
        <ConfirmStep
          fields={fields}
          carType={carTypes.cars?.find((car) => car.id === fields.carType)?.name ?? ''}
          sent={form.sent}
          busy={form.busy}
          code={form.code}
          onCode={form.changeCode}
          problem={problems.code}
          refusal={form.refusal}
          onRequestCode={() => void form.requestCode()}
          onEdit={form.goTo}
        />
      );
  }
}
