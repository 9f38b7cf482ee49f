// Announces a new alert on every screen of the console, until an admin opens or dismisses it.
import type { SafetyAlert } from '@kerb/contract';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Snackbar from '@mui/material/Snackbar';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { paths } from '../../lib/paths.ts';
import { Link } from '../../ui/link.tsx';
import { alarmLook, isUrgent } from './alarm-look.ts';

export function AlertToast({ alert, onClose }: { alert: SafetyAlert | null; onClose: () => void }) {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  if (alert === null || pathname === paths.alerts) return null;
  return (
    <Snackbar open anchorOrigin={{ vertical: 'top', horizontal: 'center' }}>
      <Alert
        severity={isUrgent(alert) ? 'error' : 'info'}
        variant="filled"
        onClose={onClose}
        closeText={t('close')}
        sx={isUrgent(alert) ? alarmLook : {}}
        action={
          <>
            <Button component={Link} to={paths.alerts} color="inherit" onClick={onClose}>
              {t('alert_look')}
            </Button>
            <Button color="inherit" onClick={onClose}>
              {t('close')}
            </Button>
          </>
        }
      >
        {t(`alert_toast_${alert.kind}`, { reference: alert.reference })}
      </Alert>
    </Snackbar>
  );
}
