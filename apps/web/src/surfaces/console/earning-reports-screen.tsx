// /earningreports: the operation's earnings by month.
import { useTranslation } from 'react-i18next';
import { EarningReport } from '../../features/earning-reports/earning-report.tsx';
import { ConsoleShell } from '../../ui/console-shell.tsx';

export function EarningReportsScreen() {
  const { t } = useTranslation();
  return (
    <ConsoleShell title={t('nav_earningreports')}>
      <EarningReport />
    </ConsoleShell>
  );
}
