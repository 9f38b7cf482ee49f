// /settings: the settings of the operation. /appinfo: the public details of the company and the app.
import { useTranslation } from 'react-i18next';
import { SettingsEditor } from '../../features/settings/settings-editor.tsx';
import { useAuth } from '../../lib/use-auth.ts';
import { useSettings } from '../../lib/use-settings.ts';
import { ConsoleShell } from '../../ui/console-shell.tsx';

function Screen({ page }: { page: 'settings' | 'appinfo' }) {
  const { t } = useTranslation();
  const settings = useSettings();
  const { user } = useAuth();
  return (
    <ConsoleShell title={t(`nav_${page}`)}>
      {settings && user && <SettingsEditor page={page} settings={settings} uid={user.id} />}
    </ConsoleShell>
  );
}

export const SettingsScreen = () => <Screen page="settings" />;
export const AppInfoScreen = () => <Screen page="appinfo" />;
