// Adds an authenticator app: shows the secret as a QR code and as text, and verifies the first code.
import type { RouteAnswer, Routes } from '@kerb/contract';
import { OTP_DIGITS } from '@kerb/domain/identity';
import { ApiError } from '@kerb/sdk/client';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { type FormEvent, useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { client } from '../../lib/store.ts';
import { ErrorState, Loading } from '../../ui/page-states.tsx';
import { Placeholder } from '../../ui/placeholder.tsx';
import { PrimaryAction } from '../../ui/primary-action.tsx';
import { CodeField } from './code-field.tsx';
import { QrCode } from './qr-code.tsx';
import { useAttempt } from './use-attempt.ts';

interface AddAuthenticatorProps {
  readonly onAdded: (recoveryCodes: readonly string[] | null) => void;
  readonly onCancel: () => void;
}

type Begun = RouteAnswer<Routes['beginAuthenticator']>;

export function AddAuthenticator({ onAdded, onCancel }: AddAuthenticatorProps) {
  const { t } = useTranslation();
  const [begun, setBegun] = useState<Begun | null>(null);
  const [failed, setFailed] = useState<unknown>(null);
  const [code, setCode] = useState('');
  const { busy, problem, attempt } = useAttempt();

  const begin = useCallback(async () => {
    setFailed(null);
    setCode('');
    try {
      setBegun(await client.beginAuthenticator({ body: {} }));
    } catch (error) {
      setFailed(error);
    }
  }, []);
  useEffect(() => void begin(), [begin]);

  const confirm = (typed: string) =>
    void attempt(async () => {
      try {
        const { recoveryCodes } = await client.confirmAuthenticator({ body: { code: typed } });
        onAdded(recoveryCodes);
      } catch (error) {
        // The secret has expired, so request a new one.
        if (error instanceof ApiError && error.code === 'second_factor_expired') await begin();
        throw error;
      }
    });
  const type = (typed: string) => {
    setCode(typed);
    if (typed.length === OTP_DIGITS && typed !== code && !busy) confirm(typed);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!busy) confirm(code);
  };

  if (failed !== null) return <ErrorState problem={failed} onRetry={() => void begin()} />;
  if (begun === null)
    return (
      <Loading>
        <Placeholder height={240} />
      </Loading>
    );
  return (
    <Box component="form" noValidate onSubmit={submit} sx={{ display: 'grid', gap: 2 }}>
      <Typography>{t('authenticator_scan')}</Typography>
      <QrCode text={begun.uri} label={t('authenticator_qr')} />
      <Box>
        <Typography variant="body2" color="text.secondary">
          {t('authenticator_key')}
        </Typography>
        <Typography dir="ltr" sx={{ fontFamily: 'monospace', overflowWrap: 'anywhere' }}>
          {begun.secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}
        </Typography>
      </Box>
      <CodeField value={code} problem={busy ? null : problem} readOnly={busy} onChange={type} />
      <PrimaryAction type="submit" loading={busy} disabled={code.length < OTP_DIGITS}>
        {t('second_factor_confirm')}
      </PrimaryAction>
      <Button size="large" disabled={busy} onClick={onCancel}>
        {t('back')}
      </Button>
    </Box>
  );
}
