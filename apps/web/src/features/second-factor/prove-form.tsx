// Form that verifies the second factor: with a passkey, an authenticator code, or a recovery code.
import type { SecondFactorView } from '@kerb/contract';
import { OTP_DIGITS } from '@kerb/domain/identity';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { client } from '../../lib/store.ts';
import { PrimaryAction } from '../../ui/primary-action.tsx';
import { CodeField } from './code-field.tsx';
import { canUsePasskeys, provePasskey } from './passkeys.ts';
import { useAttempt } from './use-attempt.ts';

const ways = ['passkey', 'authenticator', 'recovery'] as const;
type Way = (typeof ways)[number];
const switchTexts = {
  passkey: 'passkey_use',
  authenticator: 'authenticator_use',
  recovery: 'recovery_use',
} as const satisfies Record<Way, string>;

function waysOf(view: SecondFactorView): Way[] {
  const has = {
    passkey: view.passkeys.length > 0 && canUsePasskeys(view),
    authenticator: view.authenticator !== null,
    recovery: view.recoveryCodesLeft > 0,
  };
  return ways.filter((way) => has[way]);
}

interface ProveFormProps {
  readonly view: SecondFactorView;
  readonly onProved: () => void | Promise<void>;
}

export function ProveForm({ view, onProved }: ProveFormProps) {
  const { t } = useTranslation();
  const offered = waysOf(view);
  const [chosen, setChosen] = useState<Way | null>(null);
  const { busy, problem, attempt, clear } = useAttempt();
  const way = chosen ?? offered[0];

  const prove = (call: () => Promise<unknown>) =>
    void attempt(async () => {
      await call();
      await onProved();
    });
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      {way === 'passkey' && <PasskeyWay busy={busy} problem={problem} onUse={() => prove(provePasskey)} />}
      {way === 'authenticator' && (
        <AuthenticatorWay
          busy={busy}
          problem={problem}
          onCode={(code) => prove(() => client.proveSecondFactor({ body: { code } }))}
        />
      )}
      {way === 'recovery' && (
        <RecoveryWay
          busy={busy}
          problem={problem}
          onCode={(recoveryCode) => prove(() => client.proveSecondFactor({ body: { recoveryCode } }))}
        />
      )}
      <Box sx={{ display: 'grid', gap: 0.5, justifyItems: 'start' }}>
        {offered
          .filter((other) => other !== way)
          .map((other) => (
            <Button
              key={other}
              color="inherit"
              disabled={busy}
              onClick={() => {
                clear();
                setChosen(other);
              }}
              sx={{ minHeight: 44 }}
            >
              {t(switchTexts[other])}
            </Button>
          ))}
      </Box>
      <Typography variant="body2" color="text.secondary">
        {t('second_factor_lost')}
      </Typography>
    </Box>
  );
}

interface WayProps {
  readonly busy: boolean;
  readonly problem: string | null;
}

function PasskeyWay({ busy, problem, onUse }: WayProps & { onUse: () => void }) {
  const { t } = useTranslation();
  return (
    <>
      <PrimaryAction loading={busy} onClick={onUse} autoFocus>
        {t('passkey_use')}
      </PrimaryAction>
      {problem !== null && (
        <Typography role="alert" variant="body2" color="error">
          {problem}
        </Typography>
      )}
    </>
  );
}

const form = { display: 'grid', gap: 2 } as const;

function AuthenticatorWay({ busy, problem, onCode }: WayProps & { onCode: (code: string) => void }) {
  const { t } = useTranslation();
  const [code, setCode] = useState('');
  const type = (typed: string) => {
    setCode(typed);
    // Submit automatically when the last digit is typed.
    if (typed.length === OTP_DIGITS && typed !== code && !busy) onCode(typed);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!busy) onCode(code);
  };
  return (
    <Box component="form" noValidate onSubmit={submit} sx={form}>
      <CodeField value={code} problem={busy ? null : problem} readOnly={busy} onChange={type} />
      <PrimaryAction type="submit" loading={busy} disabled={code.length < OTP_DIGITS}>
        {t('second_factor_confirm')}
      </PrimaryAction>
    </Box>
  );
}

function RecoveryWay({ busy, problem, onCode }: WayProps & { onCode: (code: string) => void }) {
  const { t } = useTranslation();
  const [code, setCode] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!busy) onCode(code);
  };
  return (
    <Box component="form" noValidate onSubmit={submit} sx={form}>
      <TextField
        name="recoveryCode"
        autoComplete="off"
        label={t('recovery_code')}
        value={code}
        autoFocus
        onChange={(event) => setCode(event.target.value)}
        error={problem !== null}
        helperText={problem}
        slotProps={{
          htmlInput: { dir: 'ltr', autoCapitalize: 'none', spellCheck: false, readOnly: busy },
          formHelperText: { role: problem === null ? undefined : 'alert' },
        }}
        fullWidth
      />
      <PrimaryAction type="submit" loading={busy} disabled={code.trim() === ''}>
        {t('second_factor_confirm')}
      </PrimaryAction>
    </Box>
  );
}
