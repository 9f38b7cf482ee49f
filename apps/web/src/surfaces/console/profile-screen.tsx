// /profile: the user's own record, for every role, with personal data, sign-in methods and stored data.
import Box from '@mui/material/Box';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { DeleteAccount } from '../../features/account/delete-account.tsx';
import { ExportData } from '../../features/account/export-data.tsx';
import { SessionList } from '../../features/account/session-list.tsx';
import { SocialLinks } from '../../features/account/social-links.tsx';
import { DocumentsPanel } from '../../features/documents/documents-panel.tsx';
import { PushSwitch } from '../../features/notices/push-switch.tsx';
import { InvitationCode } from '../../features/profile/invitation-code.tsx';
import { LanguageField } from '../../features/profile/language-field.tsx';
import { PhotoField } from '../../features/profile/photo-field.tsx';
import { ProfileFacts } from '../../features/profile/profile-facts.tsx';
import { ProfileForm } from '../../features/profile/profile-form.tsx';
import { ReferralCode } from '../../features/profile/referral-code.tsx';
import { SecuritySection } from '../../features/second-factor/lazy-screens.tsx';
import { useAuth } from '../../lib/use-auth.ts';
import { useSettings } from '../../lib/use-settings.ts';
import { ConsoleShell } from '../../ui/console-shell.tsx';
import { SettingsSection } from '../../ui/settings-section.tsx';

export function ProfileScreen() {
  const { t } = useTranslation();
  const { user } = useAuth();
  const offered = useSettings()?.social ?? [];
  if (!user) return null;
  return (
    <ConsoleShell title={t('profile_title')}>
      <Box key={user.id} sx={{ maxWidth: 920 }}>
        <Box sx={{ display: 'grid', gap: 3, pb: 4 }}>
          <ProfileFacts user={user} />
          <PhotoField user={user} />
        </Box>
        <ProfileForm user={user} />
        {user.usertype === 'driver' && (
          <SettingsSection title={t('profile_documents')} text={t('profile_documents_text')}>
            <DocumentsPanel />
          </SettingsSection>
        )}
        <SettingsSection title={t('language')} text={t('language_text')}>
          <LanguageField />
        </SettingsSection>
        <SettingsSection title={t('push_title')} text={t('push_text')}>
          <PushSwitch uid={user.id} />
        </SettingsSection>
        <SettingsSection title={t('referral_title')} text={t('referral_text')}>
          <Box sx={{ display: 'grid', gap: 2 }}>
            <ReferralCode code={user.referralId} />
            {user.usertype === 'rider' && <InvitationCode user={user} />}
          </Box>
        </SettingsSection>
        {(offered.length > 0 || user.social.length > 0) && (
          <SettingsSection title={t('social_title')} text={t('social_text')}>
            <SocialLinks user={user} offered={offered} />
          </SettingsSection>
        )}
        {(user.usertype === 'admin' || user.usertype === 'fleetadmin') && (
          <SettingsSection title={t('security_title')} text={t('security_text')}>
            <Suspense fallback={null}>
              <SecuritySection />
            </Suspense>
          </SettingsSection>
        )}
        <SettingsSection title={t('sessions_title')} text={t('sessions_text')}>
          <SessionList />
        </SettingsSection>
        <SettingsSection title={t('export_title')} text={t('export_text')}>
          <ExportData />
        </SettingsSection>
        <SettingsSection title={t('account_delete_heading')} text={t('account_delete_text')}>
          <DeleteAccount user={user} />
        </SettingsSection>
      </Box>
    </ConsoleShell>
  );
}
