// Last step of the sign-up: a summary of all fields, verification of the mobile number by a code, and submission.
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { loadTexts } from '../../lib/i18n/index.ts';
import { paths } from '../../lib/paths.ts';
import { useErrorText } from '../../lib/use-error-text.ts';
import { useNow } from '../../lib/use-now.ts';
import { useSettings } from '../../lib/use-settings.ts';
import { Link as RouterLink } from '../../ui/link.tsx';
import { LoadingButton } from '../../ui/loading-button.tsx';
import { otpIn } from '../../ui/otp-text.ts';
import { PrimaryAction } from '../../ui/primary-action.tsx';
import type { SentCode, SignupFields, SignupStep } from './signup-draft.ts';
import { SignupSummary } from './signup-summary.tsx';
import type { Signup } from './use-signup.ts';

// Loaded lazily with its texts, because only a demonstration shows it.
const InboxHint = lazy(async () => {
  const [{ InboxHint }] = await Promise.all([import('../../ui/inbox-hint.tsx'), loadTexts('login')]);
  return { default: InboxHint };
});

interface ConfirmStepProps {
  readonly fields: SignupFields;
  readonly carType: string;
  /** The code that was sent to the number above; null before it was requested. */
  readonly sent: SentCode | null;
  readonly busy: Signup['busy'];
  readonly code: string;
  readonly onCode: (code: string) => void;
  /** Language key of the error about the code. */
  readonly problem: string | undefined;
  /** Error of the last attempt when it concerns no single field. */
  readonly refusal: unknown;
  readonly onRequestCode: () => void;
  readonly onEdit: (step: SignupStep) => void;
}

export function ConfirmStep(props: ConfirmStepProps) {
  const { fields, sent, busy, refusal } = props;
  const { t } = useTranslation();
  const errorText = useErrorText();
  const hasInbox = useSettings()?.demo?.inbox === true;
  const mobile = `\u2066${fields.mobile}\u2069`;
  return (
    <Box sx={{ display: 'grid', gap: 2.5 }}>
      <SignupSummary fields={fields} carType={props.carType} disabled={busy !== null} onEdit={props.onEdit} />
      {sent === null ? (
        <Typography>{t('signup_code_why', { mobile })}</Typography>
      ) : (
        <CodeEntry {...props} sent={sent} mobile={mobile} />
      )}
      {refusal !== null && <Alert severity="error">{errorText(refusal)}</Alert>}
      {sent === null ? (
        <PrimaryAction type="submit" loading={busy === 'sending'}>
          {t('signup_send_code')}
        </PrimaryAction>
      ) : (
        <PrimaryAction type="submit" loading={busy === 'signing'} disabled={busy !== null}>
          {t('signup_send')}
        </PrimaryAction>
      )}
      {hasInbox && (
        <Suspense fallback={null}>
          <InboxHint />
        </Suspense>
      )}
      <Typography variant="body2" color="text.secondary">
        {t('signup_privacy')}{' '}
        <Link
          component={RouterLink}
          to={paths.privacyPolicy}
          target="_blank"
          color="inherit"
          underline="always"
        >
          {t('privacy_policy')}
        </Link>
      </Typography>
    </Box>
  );
}

function CodeEntry(props: ConfirmStepProps & { sent: SentCode; mobile: string }) {
  const { sent, mobile, busy, code, onCode, problem, onRequestCode } = props;
  const { t } = useTranslation();
  const errorText = useErrorText();
  const now = useNow(true);
  const wait = Math.max(0, Math.ceil((sent.resendAt - now) / 1000));
  return (
    <Box sx={{ display: 'grid', gap: 1.5 }}>
      <Typography role="status">{t('signup_code_sent', { mobile })}</Typography>
      <TextField
        name="otp"
        label={t('signup_code')}
        autoComplete="one-time-code"
        autoFocus
        value={code}
        onChange={(event) => onCode(otpIn(event.target.value))}
        error={problem !== undefined}
        helperText={problem === undefined ? t('signup_code_help') : errorText(problem)}
        slotProps={{
          htmlInput: {
            dir: 'ltr',
            inputMode: 'numeric',
            style: { fontSize: '1.5rem', letterSpacing: '0.35em', fontVariantNumeric: 'tabular-nums' },
          },
          formHelperText: { role: problem === undefined ? undefined : 'alert' },
        }}
        fullWidth
      />
      <LoadingButton
        color="inherit"
        disabled={wait > 0 || busy !== null}
        loading={busy === 'sending'}
        onClick={onRequestCode}
        sx={{ justifySelf: 'start', minHeight: 44 }}
      >
        {wait > 0 ? t('signup_code_again_in', { count: wait }) : t('signup_code_again')}
      </LoadingButton>
    </Box>
  );
}
