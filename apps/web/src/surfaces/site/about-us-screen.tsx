// /about-us: the operator, the steps of a ride, the calculation of fares, and the payment of drivers.
import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { paths } from '../../lib/paths.ts';
import { useSettings } from '../../lib/use-settings.ts';
import { Link as RouterLink } from '../../ui/link.tsx';
import { mailAddress, webAddress } from '../../ui/web-address.ts';
import { useOperatorNames } from './operator-names.ts';
import { TextList, TextPage, TextPart } from './text-page.tsx';

export function AboutUsScreen() {
  const { t } = useTranslation();
  const names = useOperatorNames();
  return (
    <TextPage title={t('about_us')} lead={t('about_lead', names)}>
      <TextPart title={t('about_who_title')}>
        <Typography>{t('about_who_text', names)}</Typography>
      </TextPart>
      <TextPart title={t('about_how_title')}>
        <TextList numbered items={[t('about_how_1'), t('about_how_2'), t('about_how_3')]} />
      </TextPart>
      <TextPart title={t('about_fares_title')}>
        <Typography>{t('about_fares_text')}</Typography>
      </TextPart>
      <TextPart title={t('about_drivers_title')}>
        <Typography>{t('about_drivers_text')}</Typography>
        <Link
          component={RouterLink}
          to={paths.driverSignup}
          color="text.primary"
          underline="always"
          sx={{ justifySelf: 'start' }}
        >
          {t('about_drivers_link')}
        </Link>
      </TextPart>
      <Company company={names.company} />
    </TextPage>
  );
}

/** The company details that the operator has entered. */
function Company({ company }: { company: string }) {
  const { t } = useTranslation();
  const settings = useSettings();
  const website = webAddress(settings?.CompanyWebsite);
  const terms = webAddress(settings?.CompanyTerms);
  const mail = mailAddress(settings?.contact_email);
  return (
    <TextPart title={t('about_company_title')}>
      <Box
        component="dl"
        sx={{ m: 0, display: 'grid', gridTemplateColumns: { sm: '160px 1fr' }, rowGap: 1, columnGap: 2 }}
      >
        <Fact name={t('about_company')}>{company}</Fact>
        {website !== null && (
          <Fact name={t('about_website')} href={website}>
            {website}
          </Fact>
        )}
        {terms !== null && (
          <Fact name={t('about_terms')} href={terms}>
            {terms}
          </Fact>
        )}
        {mail !== null && (
          <Fact name={t('about_email')} href={mail}>
            {settings?.contact_email}
          </Fact>
        )}
      </Box>
    </TextPart>
  );
}

function Fact({ name, href, children }: { name: string; href?: string; children: ReactNode }) {
  const id = useId();
  return (
    <>
      <Typography component="dt" id={id}>
        {name}
      </Typography>
      <Typography component="dd" color="text.primary" sx={{ m: 0, mb: { xs: 1, sm: 0 } }}>
        {href === undefined ? (
          children
        ) : (
          <Link href={href} color="inherit" underline="always" aria-describedby={id}>
            <bdi dir="ltr">{children}</bdi>
          </Link>
        )}
      </Typography>
    </>
  );
}
