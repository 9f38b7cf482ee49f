// /opendata: the data feeds for regulators, their API keys, and the trips of each day as files.
import { useTranslation } from 'react-i18next';
import { OpenData } from '../../features/open-data/open-data.tsx';
import { ConsoleShell } from '../../ui/console-shell.tsx';

export function OpenDataScreen() {
  const { t } = useTranslation();
  return (
    <ConsoleShell title={t('nav_opendata')}>
      <OpenData />
    </ConsoleShell>
  );
}
