// /driverearning: earnings of drivers and fleets; a driver's statement opens in a dialog with its own address.

import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { DriverEarnings } from '../../features/driver-earnings/driver-earnings.tsx';
import { DriverStatement } from '../../features/statement/driver-statement.tsx';
import { useAuth } from '../../lib/use-auth.ts';
import { ConsoleShell } from '../../ui/console-shell.tsx';

const uuid = /^[0-9a-f-]{36}$/i;
const monthWritten = /^2[01]\d\d-(0[1-9]|1[0-2])$/;

interface StatementDialogProps {
  readonly driver: string;
  readonly month: string | undefined;
  readonly onClose: () => void;
}

function StatementDialog({ driver, month, onClose }: StatementDialogProps) {
  const { t } = useTranslation();
  const title = useId();
  const isNarrow = useMediaQuery('(max-width: 640px)');
  return (
    <Dialog open fullWidth maxWidth="md" fullScreen={isNarrow} aria-labelledby={title} onClose={onClose}>
      <DialogTitle id={title}>{t('statement_title')}</DialogTitle>
      <DialogContent>
        <DriverStatement driver={driver} month={month} />
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{t('close')}</Button>
      </DialogActions>
    </Dialog>
  );
}

export function DriverEarningScreen() {
  const { t } = useTranslation();
  const { user } = useAuth();
  const [params, setParams] = useSearchParams();
  const driver = params.get('statement') ?? '';
  const month = params.get('month') ?? '';
  const isAdmin = user?.usertype === 'admin';
  return (
    <ConsoleShell title={isAdmin ? t('nav_driverearning') : t('nav_earningreports')}>
      <DriverEarnings
        ofAllFleets={isAdmin}
        onStatement={(statement, ofMonth) => setParams({ statement, month: ofMonth })}
      />
      {uuid.test(driver) && (
        <StatementDialog
          driver={driver}
          month={monthWritten.test(month) ? month : undefined}
          onClose={() => setParams({})}
        />
      )}
    </ConsoleShell>
  );
}
