// Footer of public pages: links, the operator's social pages and company details, and the attribution of the map data.
import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSettings } from '../lib/use-settings.ts';
import { Brand, useAppName } from './brand.tsx';
import { Link as RouterLink } from './link.tsx';
import { useSiteLinks } from './site-header.tsx';
import { mailAddress, socialAddress, webAddress } from './web-address.ts';

/** Link that opens in a new tab, so that unsaved input is not lost. */
function Elsewhere({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Link href={href} color="text.primary" rel="noopener" target="_blank" sx={{ py: 1.25 }}>
      {children}
    </Link>
  );
}

function SocialPages() {
  const settings = useSettings();
  const pages = [
    { name: 'Facebook', href: socialAddress('facebook', settings?.FacebookHandle) },
    { name: 'X', href: socialAddress('x', settings?.TwitterHandle) },
    { name: 'Instagram', href: socialAddress('instagram', settings?.InstagramHandle) },
  ];
  return pages.map(
    ({ name, href }) =>
      href !== null && (
        <Elsewhere key={name} href={href}>
          {name}
        </Elsewhere>
      ),
  );
}

/** Terms and e-mail, if the operator has entered them. */
function OperatorLinks() {
  const { t } = useTranslation();
  const settings = useSettings();
  const terms = webAddress(settings?.CompanyTerms);
  const mail = mailAddress(settings?.contact_email);
  return (
    <>
      {terms !== null && <Elsewhere href={terms}>{t('footer_terms')}</Elsewhere>}
      {mail !== null && (
        <Link href={mail} color="text.primary" sx={{ py: 1.25, overflowWrap: 'anywhere' }}>
          <bdi dir="ltr">{settings?.contact_email}</bdi>
        </Link>
      )}
    </>
  );
}

function Rights() {
  const { t } = useTranslation();
  const settings = useSettings();
  const appName = useAppName();
  const website = webAddress(settings?.CompanyWebsite);
  const rights = t('footer_rights', {
    name: settings?.CompanyName || appName,
    year: String(new Date().getFullYear()),
  });
  const plain = { color: 'inherit', rel: 'noopener', target: '_blank', underline: 'always' } as const;
  return (
    <Typography variant="body2" color="text.secondary" sx={{ overflowWrap: 'anywhere' }}>
      {website === null ? (
        rights
      ) : (
        <Link href={website} {...plain}>
          {rights}
        </Link>
      )}
      {' · '}
      <Link href="https://www.openstreetmap.org/copyright" {...plain}>
        {t('map_data_notice')}
      </Link>
    </Typography>
  );
}

export function SiteFooter() {
  const { t } = useTranslation();
  const links = useSiteLinks();
  return (
    <Box
      component="footer"
      sx={{ borderTop: '1px solid', borderColor: 'divider', bgcolor: 'background.subtle' }}
    >
      <Box sx={{ maxWidth: 1200, mx: 'auto', px: { xs: 2, md: 3 }, py: 5, display: 'grid', gap: 3 }}>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', justifyContent: 'space-between', gap: 3 }}>
          <Brand />
          <Box
            component="nav"
            aria-label={t('footer_navigation')}
            sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 3 }}
          >
            {links.map((link) => (
              <Link key={link.to} component={RouterLink} to={link.to} color="text.primary" sx={{ py: 1.25 }}>
                {link.text}
              </Link>
            ))}
            <OperatorLinks />
            <SocialPages />
          </Box>
        </Box>
        <Rights />
      </Box>
    </Box>
  );
}
