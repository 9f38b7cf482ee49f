// Deletes a car type after a confirmation; shows why the server rejects it while drivers or bookings use it.
import type { CarType } from '@kerb/domain/fleet';
import { editCarType } from '@kerb/sdk/store/console';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useKerbDispatch } from '../../lib/store.ts';
import { useErrorText } from '../../lib/use-error-text.ts';
import { AlertDialog } from '../../ui/alert-dialog.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';

interface DeleteCarTypeProps {
  /** Null while nothing is asked. */
  readonly carType: CarType | null;
  readonly onClose: () => void;
  /** The type no longer exists: deleted here or by another admin. */
  readonly onDeleted: () => void;
}

export function DeleteCarType({ carType, onClose, onDeleted }: DeleteCarTypeProps) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const dispatch = useKerbDispatch();
  const [busy, setBusy] = useState(false);
  const [alert, setAlert] = useState<string | null>(null);

  const confirm = async () => {
    if (!carType) return;
    setBusy(true);
    try {
      await dispatch(editCarType({ method: 'Delete', data: { id: carType.id } })).unwrap();
      onDeleted();
    } catch (code) {
      if (code === 'not_found') onDeleted();
      else setAlert(code === 'in_use' ? t('cartype_in_use', { name: carType.name }) : errorText(code));
    } finally {
      setBusy(false);
      onClose();
    }
  };

  return (
    <>
      <ConfirmDialog
        open={carType !== null}
        title={t('cartype_delete_title', { name: carType?.name ?? '' })}
        confirmText={t('cartype_delete')}
        destructive
        busy={busy}
        onConfirm={() => void confirm()}
        onClose={onClose}
      >
        <Typography>{t('cartype_delete_text')}</Typography>
      </ConfirmDialog>
      <AlertDialog message={alert} onClose={() => setAlert(null)} />
    </>
  );
}
