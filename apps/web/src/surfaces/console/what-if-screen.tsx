// /whatif: a past day's requests replayed with other dispatch settings.
import { useTranslation } from 'react-i18next';
import { WhatIf } from '../../features/what-if/what-if.tsx';
import { useSettings } from '../../lib/use-settings.ts';
import { ConsoleShell } from '../../ui/console-shell.tsx';

export function WhatIfScreen() {
  const { t } = useTranslation();
  const settings = useSettings();
  return <ConsoleShell title={t('nav_whatif')}>{settings && <WhatIf settings={settings} />}</ConsoleShell>;
}
