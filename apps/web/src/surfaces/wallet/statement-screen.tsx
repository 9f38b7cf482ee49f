// /wallet/statement: a driver's statement of one month, on screen and as PDF.
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';
import { DriverStatement } from '../../features/statement/driver-statement.tsx';
import { paths } from '../../lib/paths.ts';
import { ConsoleShell } from '../../ui/console-shell.tsx';
import { Link } from '../../ui/link.tsx';

export function StatementScreen() {
  const { t } = useTranslation();
  return (
    <ConsoleShell title={t('wallet_statement_short')}>
      <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 1.5, maxWidth: 720 }}>
        <Button
          component={Link}
          to={paths.wallet}
          variant="outlined"
          size="large"
          sx={{ justifySelf: 'start' }}
        >
          {t('wallet_back')}
        </Button>
        <DriverStatement />
      </Box>
    </ConsoleShell>
  );
}
