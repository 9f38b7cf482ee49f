// Frame of the console's screens: a 240 px drawer, permanent on wide screens and temporary on small ones.

import AccountBalanceWalletOutlined from '@mui/icons-material/AccountBalanceWalletOutlined';
import MenuOutlined from '@mui/icons-material/MenuOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Drawer from '@mui/material/Drawer';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import useMediaQuery from '@mui/material/useMediaQuery';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { hasWallet } from '../lib/has-wallet.ts';
import { followOwnLanguage } from '../lib/own-language.ts';
import { paths } from '../lib/paths.ts';
import { useAuth } from '../lib/use-auth.ts';
import { useFormat } from '../lib/use-format.ts';
import { ConsoleNavigation } from './console-navigation.tsx';
import { useDrawerChoice } from './drawer-choice.ts';
import { Link } from './link.tsx';
import { PhoneLinks } from './phone-links.tsx';
import { CitySwitcher, LanguageSwitcher, ThemeSwitch } from './preferences.tsx';
import { useScreenTitle } from './screen-title.ts';
import { BellPlace } from './shell-bell.tsx';
import { SkipLink } from './skip-link.tsx';

export const drawerWidth = 240;
/** Width of the slim drawer, in px: an icon with a sufficient touch target. */
const slimWidth = 64;

interface ConsoleShellProps {
  /** The screen's heading, its only h1. */
  title: string;
  /** Buttons at the end of the heading row. */
  actions?: ReactNode;
  /** From tablets up, the screen fills the window from edge to edge and scrolls its parts itself. */
  fills?: boolean;
  children: ReactNode;
}

interface ShellHeaderProps extends Pick<ConsoleShellProps, 'title' | 'actions'> {
  /** Omitted when the navigation is permanent. */
  onOpenMenu?: (() => void) | undefined;
}

function ShellHeader({ title, actions, onOpenMenu }: ShellHeaderProps) {
  const { t } = useTranslation();
  return (
    <Box
      component="header"
      sx={{
        position: 'sticky',
        top: 0,
        zIndex: 'appBar',
        display: 'flex',
        alignItems: 'center',
        // On a phone the icons' own padding is enough, and the heading needs the space.
        gap: { xs: 0, sm: 1 },
        minHeight: 64,
        px: { xs: 1, lg: 3 },
        bgcolor: 'background.default',
        borderBottom: '1px solid',
        borderColor: 'divider',
      }}
    >
      {onOpenMenu && (
        <IconButton aria-label={t('open_menu')} onClick={onOpenMenu}>
          <MenuOutlined />
        </IconButton>
      )}
      <Typography
        variant="h4"
        component="h1"
        noWrap
        sx={{
          flex: 1,
          minWidth: 0,
          marginInlineEnd: { xs: 0.75, sm: 0 },
          fontSize: { xs: '1.125rem', sm: 'h4.fontSize' },
        }}
      >
        {title}
      </Typography>
      {actions && (
        <Box sx={{ display: 'flex', gap: 1, flexShrink: 0, marginInlineEnd: { xs: 0.75, sm: 0 } }}>
          {actions}
        </Box>
      )}
      <WalletLink />
      <BellPlace />
      <CitySwitcher />
      <LanguageSwitcher />
      <ThemeSwitch />
    </Box>
  );
}

export function ConsoleShell({ title, actions, fills = false, children }: ConsoleShellProps) {
  const wide = useMediaQuery((theme: { breakpoints: { up: (key: 'lg') => string } }) =>
    theme.breakpoints.up('lg'),
  );
  const { pathname, search } = useLocation();
  const [open, setOpen] = useState(false);
  const isSlim = useDrawerChoice().isSlim && wide;
  const width = isSlim ? slimWidth : drawerWidth;
  useScreenTitle(title);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new page closes the drawer
  useEffect(() => setOpen(false), [pathname, search]);
  useEffect(followOwnLanguage, []);

  return (
    <Box sx={{ display: 'flex', minHeight: '100%' }}>
      <SkipLink />
      <Drawer
        variant={wide ? 'permanent' : 'temporary'}
        open={wide || open}
        onClose={() => setOpen(false)}
        sx={{ width: wide ? width : 0, flexShrink: 0 }}
        slotProps={{
          paper: {
            sx: { width, boxSizing: 'border-box', bgcolor: 'background.default', overflowX: 'hidden' },
          },
        }}
      >
        <ConsoleNavigation isSlim={isSlim} canBeSlim={wide} />
      </Drawer>
      <Box sx={{ flex: 1, minWidth: 0, display: 'flex', flexDirection: 'column' }}>
        <ShellHeader title={title} actions={actions} onOpenMenu={wide ? undefined : () => setOpen(true)} />
        <Box component="main" id="main" tabIndex={-1} sx={fills ? filling : scrolling}>
          {children}
        </Box>
        <PhoneLinks />
      </Box>
    </Box>
  );
}

const scrolling = {
  flex: 1,
  px: { xs: 2, lg: 3 },
  py: 3,
  outline: 'none',
  // Focused elements must not be hidden by the sticky header.
  '& :where(a, button, input, select, textarea, [tabindex])': { scrollMarginTop: '96px' },
} as const;

/** Fills the window below the header of 64 px. */
const filling = {
  display: 'flex',
  flexDirection: 'column',
  outline: 'none',
  height: { sm: 'calc(100dvh - 64px)' },
  minHeight: { sm: 480 },
} as const;

/** The balance of a user with a wallet, linked to /wallet. */
function WalletLink() {
  const { t } = useTranslation();
  const { money } = useFormat();
  const { pathname } = useLocation();
  const { user } = useAuth();
  if (user === null || !hasWallet(user.usertype) || pathname === paths.wallet) return null;
  return (
    <Button
      component={Link}
      to={paths.wallet}
      color="inherit"
      aria-label={t('open_wallet', { amount: money(user.walletBalance) })}
      className="tabular"
      sx={{
        flexShrink: 0,
        gap: 1,
        minWidth: 44,
        px: { xs: 1, sm: 1.5 },
        color: user.walletBalance < 0 ? 'error.main' : 'text.primary',
      }}
    >
      <AccountBalanceWalletOutlined />
      <Box component="span" sx={{ display: { xs: 'none', sm: 'inline' } }}>
        {money(user.walletBalance)}
      </Box>
    </Button>
  );
}
