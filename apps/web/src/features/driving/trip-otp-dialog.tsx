// Asks for the five digits the rider says, so that the right person gets in.
import Box from '@mui/material/Box';
import TextField from '@mui/material/TextField';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useErrorText } from '../../lib/use-error-text.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';

interface TripOtpDialogProps {
  readonly open: boolean;
  readonly action: { readonly busy: boolean; readonly problem: unknown; readonly clear: () => void };
  readonly onConfirm: (otp: string) => Promise<void>;
  readonly onClose: () => void;
}

const isComplete = (otp: string) => /^\d{5}$/.test(otp);

export function TripOtpDialog({ open, action, onConfirm, onClose }: TripOtpDialogProps) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const [otp, setOtp] = useState('');
  const submit = (event?: FormEvent) => {
    event?.preventDefault();
    if (isComplete(otp) && !action.busy) void onConfirm(otp);
  };
  return (
    <ConfirmDialog
      open={open}
      title={t('otp_ask')}
      confirmText={t('step_start')}
      busy={action.busy}
      disabled={!isComplete(otp)}
      onConfirm={() => submit()}
      onClose={onClose}
    >
      <Box component="form" onSubmit={submit} sx={{ pt: 1 }}>
        <TextField
          autoFocus
          fullWidth
          label={t('otp_trip')}
          value={otp}
          error={action.problem !== null}
          helperText={action.problem === null ? t('otp_trip_help') : errorText(action.problem)}
          onChange={(event) => {
            action.clear();
            setOtp(event.target.value.replaceAll(/\D/g, '').slice(0, 5));
          }}
          slotProps={{
            htmlInput: {
              inputMode: 'numeric',
              autoComplete: 'one-time-code',
              dir: 'ltr',
              style: { fontSize: '1.5rem', letterSpacing: '0.3em', textAlign: 'center' },
            },
            formHelperText: { role: action.problem === null ? undefined : 'alert' },
          }}
        />
      </Box>
    </ConfirmDialog>
  );
}
