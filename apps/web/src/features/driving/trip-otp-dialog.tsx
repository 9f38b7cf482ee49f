// Dialog for the rider's five-digit trip code, which confirms the right passenger; blocked for the server's pause after
// wrong codes.
import Box from '@mui/material/Box';
import TextField from '@mui/material/TextField';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Refusal } from '../../lib/trip-queue/queued-step.ts';
import { useErrorText } from '../../lib/use-error-text.ts';
import { useFormat } from '../../lib/use-format.ts';
import { useNow } from '../../lib/use-now.ts';
import { ConfirmDialogView } from '../../ui/confirm-dialog-view.tsx';
import { digitsIn } from '../../ui/otp-text.ts';

interface TripOtpDialogProps {
  readonly open: boolean;
  readonly busy: boolean;
  /** Rejection of the last code, or null. */
  readonly refusal: Refusal | null;
  readonly onConfirm: (otp: string) => Promise<void>;
  readonly onClose: () => void;
}

const isComplete = (otp: string) => /^\d{5}$/.test(otp);

export function TripOtpDialog({ open, busy, refusal, onConfirm, onClose }: TripOtpDialogProps) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const errorText = useErrorText();
  const [otp, setOtp] = useState('');
  /** The rejection that the driver has seen: it is hidden once they type again. */
  const [read, setRead] = useState<Refusal | null>(null);
  const until = refusal?.until ?? null;
  const now = useNow(open && until !== null);
  const pause = until === null ? 0 : Math.max(0, Math.ceil((until - now) / 1000));
  const problem = refusal !== null && (refusal !== read || pause > 0) ? refusal : null;
  const helper = () => {
    if (pause > 0) return t('otp_trip_pause', { count: pause, seconds: number(pause) });
    return problem ? errorText(problem.code) : t('otp_trip_help');
  };
  const submit = (event?: FormEvent) => {
    event?.preventDefault();
    if (!isComplete(otp) || busy || pause > 0) return;
    setRead(refusal);
    void onConfirm(otp);
  };
  return (
    // Imported eagerly: when the dialog opens, there may be no network to load it.
    <ConfirmDialogView
      open={open}
      title={t('otp_ask')}
      confirmText={t('step_start')}
      busy={busy}
      disabled={!isComplete(otp) || pause > 0}
      onConfirm={() => submit()}
      onClose={onClose}
    >
      <Box component="form" onSubmit={submit} sx={{ pt: 1 }}>
        <TextField
          autoFocus
          fullWidth
          label={t('otp_trip')}
          value={otp}
          error={problem !== null}
          helperText={helper()}
          onChange={(event) => {
            setRead(refusal);
            setOtp(digitsIn(event.target.value, 5));
          }}
          slotProps={{
            htmlInput: {
              inputMode: 'numeric',
              autoComplete: 'one-time-code',
              dir: 'ltr',
              style: { fontSize: '1.5rem', letterSpacing: '0.3em', textAlign: 'center' },
            },
            // The countdown is not announced each second.
            formHelperText: { role: problem === null || pause > 0 ? undefined : 'alert' },
          }}
        />
      </Box>
    </ConfirmDialogView>
  );
}
