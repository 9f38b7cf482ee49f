// /privacy-policy: which personal data is stored, why and for how long, how to get or delete it, and the contact.
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { paths } from '../../lib/paths.ts';
import { useSettings } from '../../lib/use-settings.ts';
import { Link as RouterLink } from '../../ui/link.tsx';
import { mailAddress } from '../../ui/web-address.ts';
import { useOperatorNames } from './operator-names.ts';
import { TextList, TextPage, TextPart } from './text-page.tsx';

export function PrivacyPolicyScreen() {
  const { t } = useTranslation();
  const names = useOperatorNames();
  return (
    <TextPage title={t('privacy_policy')} lead={t('privacy_lead', names)}>
      <Keeping />
      <TextPart title={t('privacy_seen_title')}>
        <TextList items={[t('privacy_seen_trip'), t('privacy_seen_staff'), t('privacy_seen_others')]} />
      </TextPart>
      <TextPart title={t('privacy_cookies_title')}>
        <Typography>{t('privacy_cookies_text')}</Typography>
      </TextPart>
      <TextPart title={t('privacy_export_title')}>
        <Typography>{t('privacy_export_text')}</Typography>
        <ProfileLink />
      </TextPart>
      <DeleteAccount />
      <Contact />
    </TextPage>
  );
}

/** Lists which data is stored, why, and until when. */
function Keeping() {
  const { t } = useTranslation();
  const stored = [
    t('privacy_kept_account'),
    t('privacy_kept_trips'),
    t('privacy_kept_places'),
    t('privacy_kept_money'),
    t('privacy_kept_devices'),
    t('privacy_kept_drivers'),
  ];
  const until = [
    t('privacy_long_codes'),
    t('privacy_long_sessions'),
    t('privacy_long_notices'),
    t('privacy_long_account'),
    t('privacy_long_books'),
  ];
  return (
    <>
      <TextPart title={t('privacy_kept_title')}>
        <TextList items={stored} />
      </TextPart>
      <TextPart title={t('privacy_why_title')}>
        <Typography>{t('privacy_why_text')}</Typography>
      </TextPart>
      <TextPart title={t('privacy_long_title')}>
        <TextList items={until} />
      </TextPart>
    </>
  );
}

function DeleteAccount() {
  const { t } = useTranslation();
  const email = useSettings()?.contact_email;
  return (
    <TextPart title={t('privacy_delete_title')} id="delete-account">
      <TextList numbered items={[t('privacy_delete_1'), t('privacy_delete_2'), t('privacy_delete_3')]} />
      <ProfileLink />
      {mailAddress(email) !== null && (
        // Isolated left-to-right, within a text of any direction.
        <Typography>{t('privacy_delete_write', { email: `\u2066${email}\u2069` })}</Typography>
      )}
      <Typography>{t('privacy_delete_gone')}</Typography>
      <Typography>{t('privacy_delete_stays')}</Typography>
    </TextPart>
  );
}

function ProfileLink() {
  const { t } = useTranslation();
  return (
    <Link
      component={RouterLink}
      to={paths.profile}
      color="text.primary"
      underline="always"
      sx={{ justifySelf: 'start' }}
    >
      {t('privacy_open_profile')}
    </Link>
  );
}

function Contact() {
  const { t } = useTranslation();
  const email = useSettings()?.contact_email;
  const mail = mailAddress(email);
  return (
    <TextPart title={t('privacy_contact_title')}>
      {mail === null ? (
        <Typography>{t('privacy_contact_none')}</Typography>
      ) : (
        <>
          <Typography>{t('privacy_contact_text')}</Typography>
          <Link href={mail} color="text.primary" underline="always" sx={{ justifySelf: 'start' }}>
            <bdi dir="ltr">{email}</bdi>
          </Link>
        </>
      )}
    </TextPart>
  );
}
