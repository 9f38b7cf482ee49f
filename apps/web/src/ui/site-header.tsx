// Header of public pages: transparent over the hero, solid after 400 px of scrolling.
import CloseOutlined from '@mui/icons-material/CloseOutlined';
import MenuOutlined from '@mui/icons-material/MenuOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { paths } from '../lib/paths.ts';
import { useAuth } from '../lib/use-auth.ts';
import { Brand } from './brand.tsx';
import { useLayer } from './layers.ts';
import { Link } from './link.tsx';
import { CitySwitcher, LanguageSwitcher, ThemeSwitch } from './preferences.tsx';
import { BellPlace } from './shell-bell.tsx';

const solidAfter = 400;

/**
 * Darkens what is below the light text of a transparent header: the map, and the page that scrolls under it. Ends where
 * the booking form begins on wide windows.
 */
const shade = {
  content: '""',
  position: 'absolute',
  zIndex: -1,
  insetInline: 0,
  top: 0,
  height: 80,
  pointerEvents: 'none',
  background: 'linear-gradient(#14171FE6 56%, #14171FB3 72%, #14171F00)',
};

function subscribeToScroll(changed: () => void) {
  window.addEventListener('scroll', changed);
  return () => window.removeEventListener('scroll', changed);
}

export function useScrolledPast(pixels: number): boolean {
  return useSyncExternalStore(
    subscribeToScroll,
    () => window.scrollY > pixels,
    () => false,
  );
}

/**
 * The links that the specification lists; for visitors the account link opens the sign-in. It is named as for a
 * signed-in user until the session is known.
 */
export function useSiteLinks() {
  const { t } = useTranslation();
  const { known, user } = useAuth();
  return [
    { to: paths.home, text: t('home') },
    { to: paths.bookings, text: known && !user ? t('login_signup') : t('my_account') },
    { to: paths.aboutUs, text: t('about_us') },
    { to: paths.privacyPolicy, text: t('privacy_policy') },
  ];
}

interface SiteHeaderProps {
  /** Whether the page starts with a dark hero, over which the header is transparent with light text. */
  overHero?: boolean;
}

export function SiteHeader({ overHero = false }: SiteHeaderProps) {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const scrolled = useScrolledPast(solidAfter);
  const [open, setOpen] = useState(false);
  const solid = scrolled || !overHero || open;

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new page closes the menu
  useEffect(() => setOpen(false), [pathname]);

  return (
    <Box
      component="header"
      sx={{
        position: overHero ? 'fixed' : 'sticky',
        insetInline: 0,
        top: 0,
        zIndex: 'appBar',
        color: solid ? 'text.primary' : '#FFFFFF',
        bgcolor: solid ? 'background.default' : 'transparent',
        borderBottom: '1px solid',
        borderColor: solid ? 'divider' : 'transparent',
        transition: 'background-color 200ms, color 200ms, border-color 200ms',
        '&::before': { ...shade, display: solid ? 'none' : 'block' },
      }}
    >
      <Box
        sx={{
          display: 'flex',
          alignItems: 'center',
          gap: { xs: 0.5, sm: 1 },
          maxWidth: 1200,
          mx: 'auto',
          px: { xs: 2, md: 3 },
          minHeight: 64,
        }}
      >
        <Brand />
        <SiteNavigation />
        <Box sx={{ flex: { xs: 1, lg: 0 } }} />
        <BellPlace />
        <CitySwitcher />
        <LanguageSwitcher />
        <ThemeSwitch />
        <IconButton
          color="inherit"
          aria-label={open ? t('close_menu') : t('open_menu')}
          aria-expanded={open}
          aria-controls="site-menu"
          onClick={() => setOpen(!open)}
          sx={{ display: { lg: 'none' } }}
        >
          {open ? <CloseOutlined /> : <MenuOutlined />}
        </IconButton>
      </Box>
      {open && <SiteMenu onClose={() => setOpen(false)} />}
    </Box>
  );
}

function SiteNavigation() {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const links = useSiteLinks();
  return (
    <Box
      component="nav"
      aria-label={t('main_navigation')}
      sx={{ display: { xs: 'none', lg: 'flex' }, gap: 0.5, flex: 1, px: 3 }}
    >
      {links.map((link) => (
        <Button
          key={link.to}
          component={Link}
          to={link.to}
          color="inherit"
          aria-current={pathname === link.to ? 'page' : undefined}
        >
          {link.text}
        </Button>
      ))}
    </Box>
  );
}

function SiteMenu({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  useLayer(onClose);
  const links = useSiteLinks();
  return (
    <Box
      component="nav"
      id="site-menu"
      aria-label={t('main_navigation')}
      onKeyDown={(event) => event.key === 'Escape' && onClose()}
      sx={{ display: { lg: 'none' }, px: 1, pb: 2, borderTop: '1px solid', borderColor: 'divider' }}
    >
      {links.map((link) => (
        <Button
          key={link.to}
          component={Link}
          to={link.to}
          color="inherit"
          fullWidth
          size="large"
          sx={{ justifyContent: 'flex-start' }}
        >
          {link.text}
        </Button>
      ))}
    </Box>
  );
}
