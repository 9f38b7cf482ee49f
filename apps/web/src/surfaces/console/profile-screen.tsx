// /profile: one's own record, for every role.
import { useTranslation } from 'react-i18next';
import { ProfileForm } from '../../features/profile/profile-form.tsx';
import { useAuth } from '../../lib/use-auth.ts';
import { ConsoleShell } from '../../ui/console-shell.tsx';

export function ProfileScreen() {
  const { t } = useTranslation();
  const { user } = useAuth();
  if (!user) return null;
  return (
    <ConsoleShell title={t('profile_title')}>
      <ProfileForm key={user.id} user={user} />
    </ConsoleShell>
  );
}
