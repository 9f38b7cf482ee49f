// /privacy-policy: what is kept of people and why, how to delete an account, and whom to write to.
import Link from '@mui/material/Link';
import { useTranslation } from 'react-i18next';
import { useSettings } from '../../lib/use-settings.ts';
import { TextPage } from './text-page.tsx';

export function PrivacyPolicyScreen() {
  const { t } = useTranslation();
  const contact = useSettings()?.contact_email ?? '';
  return (
    <TextPage
      title={t('privacy_policy')}
      sections={[
        { title: t('privacy_kept_title'), text: t('privacy_kept_text') },
        { title: t('privacy_seen_title'), text: t('privacy_seen_text') },
        { title: t('privacy_cookies_title'), text: t('privacy_cookies_text') },
        { title: t('privacy_delete_title'), text: t('privacy_delete_text') },
        {
          title: t('privacy_contact_title'),
          text:
            contact === '' ? (
              t('privacy_contact_none')
            ) : (
              <Link href={`mailto:${contact}`} color="text.primary" underline="always">
                <bdi dir="ltr">{contact}</bdi>
              </Link>
            ),
        },
      ]}
    />
  );
}
