// Deletes a car type after a confirmation; shows the server's reason when drivers or bookings still use it.
import type { CarType } from '@kerb/domain/fleet';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { answers } from '../../lib/answers.ts';
import { codeOf } from '../../lib/error-code.ts';
import { useErrorText } from '../../lib/use-error-text.ts';
import { useSettings } from '../../lib/use-settings.ts';
import { AlertDialog } from '../../ui/alert-dialog.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';

interface DeleteCarTypeProps {
  /** Null closes the dialog. */
  readonly carType: CarType | null;
  readonly onClose: () => void;
}

export function DeleteCarType({ carType, onClose }: DeleteCarTypeProps) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const [remove, { isLoading }] = answers.deleteCarType.useMutation();
  const critical = useSettings()?.AllowCriticalEditsAdmin ?? false;
  const [alert, setAlert] = useState<string | null>(null);
  // Shown before the confirmation: in demonstration mode no car type can be deleted.
  const refusal = carType !== null && !critical ? errorText('demo_mode') : null;

  const confirm = async () => {
    if (!carType) return;
    const { error } = await remove({ params: { id: carType.id } });
    // Another admin has deleted it already: the list is loaded again.
    if (error !== undefined && codeOf(error) !== 'not_found') {
      const isInUse = codeOf(error) === 'in_use';
      setAlert(isInUse ? t('cartype_in_use', { name: carType.name }) : errorText(error));
    }
    onClose();
  };

  return (
    <>
      <ConfirmDialog
        open={carType !== null && refusal === null}
        title={t('cartype_delete_title', { name: carType?.name ?? '' })}
        confirmText={t('cartype_delete')}
        destructive
        busy={isLoading}
        onConfirm={() => void confirm()}
        onClose={onClose}
      >
        <Typography>{t('cartype_delete_text')}</Typography>
      </ConfirmDialog>
      <AlertDialog
        message={alert ?? refusal}
        onClose={() => {
          setAlert(null);
          if (refusal !== null) onClose();
        }}
      />
    </>
  );
}
