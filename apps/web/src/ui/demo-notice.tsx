// Notice above a form that nothing can be saved while AllowCriticalEditsAdmin is off.
import Alert from '@mui/material/Alert';
import { useTranslation } from 'react-i18next';
import { useSettings } from '../lib/use-settings.ts';

export function DemoNotice() {
  const { t } = useTranslation();
  if (useSettings()?.AllowCriticalEditsAdmin !== false) return null;
  return (
    <Alert severity="info" sx={{ mb: 2 }}>
      {t('demo_notice')}
    </Alert>
  );
}
