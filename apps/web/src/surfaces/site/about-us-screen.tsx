// /about-us: who runs the service and what it promises.
import { useTranslation } from 'react-i18next';
import { useSettings } from '../../lib/use-settings.ts';
import { useAppName } from '../../ui/brand.tsx';
import { TextPage } from './text-page.tsx';

export function AboutUsScreen() {
  const { t } = useTranslation();
  const appName = useAppName();
  const settings = useSettings();
  const names = { name: settings?.CompanyName || appName, city: settings?.city.name ?? '' };
  return (
    <TextPage
      title={t('about_us')}
      sections={[
        { title: t('about_who_title', names), text: t('about_who_text', names) },
        { title: t('about_fares_title'), text: t('about_fares_text') },
        { title: t('about_drivers_title'), text: t('about_drivers_text') },
      ]}
    />
  );
}
