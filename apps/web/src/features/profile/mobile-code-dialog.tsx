// Dialog that verifies a new mobile number with the six-digit code sent to it.
import { isOtp } from '@kerb/domain/identity';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useErrorText } from '../../lib/use-error-text.ts';
import { useSubmission } from '../../lib/use-submission.ts';
import { LoadingButton } from '../../ui/loading-button.tsx';
import { otpIn } from '../../ui/otp-text.ts';

interface MobileCodeDialogProps {
  readonly mobile: string;
  /** Rejects with the ApiError of a rejected code, which is shown at the field. */
  readonly onCode: (otp: string) => Promise<void>;
  readonly onCancel: () => void;
}

export function MobileCodeDialog({ mobile, onCode, onCancel }: MobileCodeDialogProps) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const id = useId();
  const [otp, setOtp] = useState('');
  const { busy, problem, run, clearProblem } = useSubmission();

  const submit = async () => {
    if (!isOtp(otp)) throw 'otp_validate_error';
    await onCode(otp);
  };

  return (
    <Dialog open onClose={busy ? undefined : onCancel} aria-labelledby={id} fullWidth maxWidth="xs">
      <form
        noValidate
        onSubmit={(event) => {
          // React bubbles the dialog's submit event to the profile form, its parent in the component tree.
          event.stopPropagation();
          event.preventDefault();
          void run(submit);
        }}
      >
        <DialogTitle id={id}>{t('mobile_prove_title')}</DialogTitle>
        <DialogContent sx={{ display: 'grid', gap: 2 }}>
          <Typography>{t('mobile_prove_text', { mobile: `\u2066${mobile}\u2069` })}</Typography>
          <TextField
            name="otp"
            label={t('mobile_prove_code')}
            autoComplete="one-time-code"
            autoFocus
            value={otp}
            onChange={(event) => {
              setOtp(otpIn(event.target.value));
              clearProblem();
            }}
            error={problem !== null}
            helperText={problem === null ? ' ' : errorText(problem)}
            slotProps={{
              htmlInput: { dir: 'ltr', inputMode: 'numeric' },
              formHelperText: { role: problem === null ? undefined : 'alert' },
            }}
            fullWidth
          />
        </DialogContent>
        <DialogActions sx={{ p: 2 }}>
          <Button onClick={onCancel} disabled={busy}>
            {t('cancel')}
          </Button>
          <LoadingButton type="submit" variant="contained" loading={busy}>
            {t('mobile_prove_confirm')}
          </LoadingButton>
        </DialogActions>
      </form>
    </Dialog>
  );
}
