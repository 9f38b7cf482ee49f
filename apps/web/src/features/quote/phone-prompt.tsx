// "phone_no_update": asks a rider without a mobile number to add one, before the first booking of a visit.
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { paths } from '../../lib/paths.ts';
import { ConfirmDialogView } from '../../ui/confirm-dialog-view.tsx';

/** `onClose`: called when the rider postpones it. */
export function PhonePrompt({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  return (
    <ConfirmDialogView
      open={open}
      title={t('phone_title')}
      cancelText={t('phone_later')}
      confirmText={t('phone_yes')}
      onConfirm={() => void navigate(paths.profile)}
      onClose={onClose}
    >
      <Typography>{t('phone_no_update')}</Typography>
    </ConfirmDialogView>
  );
}
