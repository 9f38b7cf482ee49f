// /promos: the operator's promo codes.
import { useTranslation } from 'react-i18next';
import { PromoList } from '../../features/promos/promo-list.tsx';
import { ConsoleShell } from '../../ui/console-shell.tsx';

export function PromosScreen() {
  const { t } = useTranslation();
  return (
    <PromoList
      frame={(add, list) => (
        <ConsoleShell title={t('nav_promos')} actions={add}>
          {list}
        </ConsoleShell>
      )}
    />
  );
}
