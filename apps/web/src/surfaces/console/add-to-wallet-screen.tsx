// /addtowallet: an admin credits a user's wallet.
import { useTranslation } from 'react-i18next';
import { CreditForm } from '../../features/admin-credit/credit-form.tsx';
import { ConsoleShell } from '../../ui/console-shell.tsx';

export function AddToWalletScreen() {
  const { t } = useTranslation();
  return (
    <ConsoleShell title={t('nav_addtowallet')}>
      <CreditForm />
    </ConsoleShell>
  );
}
