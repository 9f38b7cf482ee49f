// The error of a sign-in by code or by a provider, or of an earlier session.
import { useTranslation } from 'react-i18next';
import { useErrorText } from '../../lib/use-error-text.ts';
import { AlertDialog } from '../../ui/alert-dialog.tsx';

interface LoginAlertProps {
  /** Error code; null closes the alert. */
  code: string | null;
  onClose: () => void;
}

export function LoginAlert({ code, onClose }: LoginAlertProps) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  return (
    <AlertDialog
      message={code === null ? null : t('login_error', { reason: errorText(code) })}
      onClose={onClose}
    />
  );
}
