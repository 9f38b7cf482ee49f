// /withdraws: requests for payouts.
import { useTranslation } from 'react-i18next';
import { WithdrawList } from '../../features/withdraws/withdraw-list.tsx';
import { ConsoleShell } from '../../ui/console-shell.tsx';

export function WithdrawsScreen() {
  const { t } = useTranslation();
  return (
    <ConsoleShell title={t('nav_withdraws')}>
      <WithdrawList />
    </ConsoleShell>
  );
}
