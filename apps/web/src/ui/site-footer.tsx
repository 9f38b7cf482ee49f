// The public footer: links, the operator's social pages, and where the map comes from.
import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { Link as RouterLink } from 'react-router';
import { useSettings } from '../lib/use-settings.ts';
import { Brand, useAppName } from './brand.tsx';
import { useSiteLinks } from './site-header.tsx';

export function SiteFooter() {
  const { t } = useTranslation();
  const links = useSiteLinks();
  const appName = useAppName();
  const settings = useSettings();
  const social = [
    { name: 'Facebook', href: settings?.FacebookHandle },
    { name: 'X', href: settings?.TwitterHandle },
    { name: 'Instagram', href: settings?.InstagramHandle },
  ].filter((page): page is { name: string; href: string } => Boolean(page.href));
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
            {social.map((page) => (
              <Link
                key={page.name}
                href={page.href}
                color="text.primary"
                rel="noopener"
                target="_blank"
                sx={{ py: 1.25 }}
              >
                {page.name}
              </Link>
            ))}
          </Box>
        </Box>
        <Typography variant="body2" color="text.secondary">
          {t('footer_rights', {
            name: settings?.CompanyName || appName,
            year: String(new Date().getFullYear()),
          })}
          {' · '}
          <Link
            href="https://www.openstreetmap.org/copyright"
            color="inherit"
            rel="noopener"
            target="_blank"
            underline="always"
          >
            {t('map_data_notice')}
          </Link>
        </Typography>
      </Box>
    </Box>
  );
}
