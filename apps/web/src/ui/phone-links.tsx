// Bottom navigation on phones for operators: some links of the drawer, shown only on the screens to which they lead.
// The form of a new booking and editors have their own buttons at the bottom instead.
import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { paths } from '../lib/paths.ts';
import { useAuth } from '../lib/use-auth.ts';
import { ConsoleBadge } from './console-badge.tsx';
import { type ConsoleLink, phoneLinks } from './console-links.ts';
import { Link } from './link.tsx';

export function PhoneLinks() {
  const { t } = useTranslation();
  const { user } = useAuth();
  const { pathname } = useLocation();
  const links = user ? phoneLinks(user.usertype) : [];
  const isOnTheGo = links.some(({ to }) => to === pathname) && pathname !== paths.addbookings;
  if (!isOnTheGo) return null;
  return (
    <Box
      component="nav"
      aria-label={t('phone_navigation')}
      sx={{
        display: { xs: 'grid', sm: 'none' },
        gridTemplateColumns: `repeat(${links.length}, minmax(0, 1fr))`,
        position: 'sticky',
        bottom: 0,
        zIndex: 'appBar',
        height: 60,
        borderTop: '1px solid',
        borderColor: 'divider',
        bgcolor: 'background.default',
      }}
    >
      {links.map((link) => (
        <PhoneLink key={link.name} link={link} />
      ))}
    </Box>
  );
}

function PhoneLink({ link }: { link: ConsoleLink }) {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const { Icon } = link;
  const isCurrent = pathname === link.to;
  return (
    <Box
      component={Link}
      to={link.to}
      aria-current={isCurrent ? 'page' : undefined}
      sx={{
        position: 'relative',
        display: 'grid',
        alignContent: 'center',
        justifyItems: 'center',
        gap: 0.25,
        minWidth: 0,
        px: 0.25,
        color: isCurrent ? 'text.primary' : 'text.secondary',
        // Small, because in some languages the text needs two lines.
        fontSize: '0.6875rem',
        lineHeight: 1.15,
        textAlign: 'center',
        fontWeight: isCurrent ? 680 : 560,
        textDecoration: 'none',
        boxShadow: isCurrent ? 'inset 0 3px 0 var(--mui-palette-secondary-main)' : undefined,
      }}
    >
      <Icon fontSize="small" />
      <Box component="span" sx={{ maxWidth: '100%', overflow: 'hidden', textOverflow: 'ellipsis' }}>
        {t(`nav_${link.text}`)}
      </Box>
      <ConsoleBadge name={link.name} isSmall />
    </Box>
  );
}
