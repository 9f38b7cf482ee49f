// Resets the sign-in security of another admin or fleet admin who lost their passkeys and codes.
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { answers } from '../../lib/answers.ts';
import { useErrorText } from '../../lib/use-error-text.ts';
import { AlertDialog } from '../../ui/alert-dialog.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';

interface ResetFactorProps {
  readonly id: string;
  readonly name: string;
  /** True while the confirmation dialog is open. */
  readonly open: boolean;
  readonly onAsk: () => void;
  readonly onClose: () => void;
}

export function ResetFactor({ id, name, open, onAsk, onClose }: ResetFactorProps) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const [resetFactor, { isLoading: busy }] = answers.resetSecondFactor.useMutation();
  const [alert, setAlert] = useState<string | null>(null);
  const reset = async () => {
    const { error } = await resetFactor({ params: { id } });
    setAlert(error ? errorText(error) : t('person_reset_factor_done', { name }));
    onClose();
  };
  return (
    <>
      <Button variant="outlined" onClick={onAsk}>
        {t('person_reset_factor')}
      </Button>
      <ConfirmDialog
        open={open}
        title={t('person_reset_factor_title', { name })}
        confirmText={t('person_reset_factor')}
        destructive
        busy={busy}
        onConfirm={() => void reset()}
        onClose={onClose}
      >
        <Typography>{t('person_reset_factor_text')}</Typography>
      </ConfirmDialog>
      <AlertDialog message={alert} onClose={() => setAlert(null)} />
    </>
  );
}
