// The frame of the signed-in screens: a 240 px drawer, permanent when wide and temporary when small.

import { signOut } from '@kerb/sdk/store';
import AccountBalanceWalletOutlined from '@mui/icons-material/AccountBalanceWalletOutlined';
import LogoutOutlined from '@mui/icons-material/LogoutOutlined';
import MenuOutlined from '@mui/icons-material/MenuOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Drawer from '@mui/material/Drawer';
import IconButton from '@mui/material/IconButton';
import List from '@mui/material/List';
import ListItem from '@mui/material/ListItem';
import ListItemButton from '@mui/material/ListItemButton';
import ListItemIcon from '@mui/material/ListItemIcon';
import ListItemText from '@mui/material/ListItemText';
import ListSubheader from '@mui/material/ListSubheader';
import Typography from '@mui/material/Typography';
import useMediaQuery from '@mui/material/useMediaQuery';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { followOwnLanguage } from '../lib/own-language.ts';
import { paths } from '../lib/paths.ts';
import { useKerbDispatch } from '../lib/store.ts';
import { useAuth } from '../lib/use-auth.ts';
import { useFormat } from '../lib/use-settings.ts';
import { leaveWith } from './before-leaving.ts';
import { Brand } from './brand.tsx';
import { ConsoleBadge } from './console-badge.tsx';
import { type ConsoleGroup, consoleLinks } from './console-links.ts';
import { FindButton } from './find-button.tsx';
import { Link } from './link.tsx';
import { LanguageSwitcher, ThemeSwitch } from './preferences.tsx';
import { useScreenTitle } from './screen-title.ts';
import { BellPlace } from './shell-bell.tsx';
import { SkipLink } from './skip-link.tsx';

export const drawerWidth = 240;

interface ConsoleShellProps {
  /** The screen's heading, its only h1. */
  title: string;
  /** Buttons at the end of the heading's line. */
  actions?: ReactNode;
  /** The screen fills the window from edge to edge and scrolls its own parts; from tablets up. */
  fills?: boolean;
  children: ReactNode;
}

interface ShellHeaderProps extends Pick<ConsoleShellProps, 'title' | 'actions'> {
  /** Left out where the navigation is always open. */
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
        // On a phone the signs bring enough room with them, and the heading needs the rest.
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
      <LanguageSwitcher />
      <ThemeSwitch />
    </Box>
  );
}

export function ConsoleShell({ title, actions, fills = false, children }: ConsoleShellProps) {
  const wide = useMediaQuery((theme: { breakpoints: { up: (key: 'lg') => string } }) =>
    theme.breakpoints.up('lg'),
  );
  const { pathname } = useLocation();
  const [open, setOpen] = useState(false);
  useScreenTitle(title);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new page closes the drawer
  useEffect(() => setOpen(false), [pathname]);
  useEffect(followOwnLanguage, []);

  return (
    <Box sx={{ display: 'flex', minHeight: '100%' }}>
      <SkipLink />
      <Drawer
        variant={wide ? 'permanent' : 'temporary'}
        open={wide || open}
        onClose={() => setOpen(false)}
        sx={{ width: wide ? drawerWidth : 0, flexShrink: 0 }}
        slotProps={{
          paper: { sx: { width: drawerWidth, boxSizing: 'border-box', bgcolor: 'background.default' } },
        }}
      >
        <ConsoleNavigation />
      </Drawer>
      <Box sx={{ flex: 1, minWidth: 0, display: 'flex', flexDirection: 'column' }}>
        <ShellHeader title={title} actions={actions} onOpenMenu={wide ? undefined : () => setOpen(true)} />
        <Box
          component="main"
          id="main"
          tabIndex={-1}
          sx={fills ? filling : { flex: 1, px: { xs: 2, lg: 3 }, py: 3, outline: 'none' }}
        >
          {children}
        </Box>
      </Box>
    </Box>
  );
}

/** 64 px is the header. */
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
  const hasWallet = user?.usertype === 'rider' || user?.usertype === 'driver';
  if (!hasWallet || pathname === paths.wallet) return null;
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

function ConsoleNavigation() {
  const { t } = useTranslation();
  const dispatch = useKerbDispatch();
  const { user } = useAuth();
  if (!user) return null;
  return (
    <Box
      component="nav"
      aria-label={t('main_navigation')}
      sx={{ display: 'flex', flexDirection: 'column', minHeight: '100%', px: 1 }}
    >
      <Box sx={{ position: 'sticky', top: 0, zIndex: 1, bgcolor: 'background.default' }}>
        <Box sx={{ px: 1.5, py: 1.25 }}>
          <Brand />
        </Box>
        <FindButton />
      </Box>
      {consoleLinks(user.usertype).map((group) => (
        <NavigationGroup key={group.group} group={group} />
      ))}
      <Box sx={{ flex: 1 }} />
      <List sx={{ pb: 2 }}>
        <ListItem disablePadding>
          <ListItemButton onClick={() => leaveWith(() => void dispatch(signOut()))} sx={linkStyle}>
            <ListItemIcon sx={iconStyle}>
              <LogoutOutlined fontSize="small" />
            </ListItemIcon>
            <ListItemText primary={t('logout')} slotProps={textProps} />
          </ListItemButton>
        </ListItem>
      </List>
    </Box>
  );
}

const linkStyle = {
  // Below the brand and the search, which stay at the top.
  scrollMarginTop: '128px',
  borderRadius: '10px',
  minHeight: 44,
  px: 1.5,
  '&.Mui-selected': {
    bgcolor: 'background.subtle',
    boxShadow: 'inset 3px 0 0 var(--mui-palette-secondary-main)',
  },
} as const;
const iconStyle = { minWidth: 34, color: 'text.secondary' } as const;
const textProps = { primary: { sx: { fontSize: '0.9375rem', fontWeight: 560 } } } as const;

/** The links of an admin are longer than a low screen: the one of the present screen is always in sight. */
const scrollIntoView = (link: HTMLElement | null) => link?.scrollIntoView({ block: 'nearest' });

function NavigationGroup({ group }: { group: ConsoleGroup }) {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  return (
    <List
      dense
      subheader={
        group.group === 'general' ? undefined : (
          <ListSubheader
            disableSticky
            sx={{ bgcolor: 'transparent', lineHeight: '32px', px: 1.5, fontSize: '0.8125rem' }}
          >
            {t(`nav_group_${group.group}`)}
          </ListSubheader>
        )
      }
    >
      {group.links.map((link) => {
        const { Icon } = link;
        const isCurrent = pathname === link.to;
        return (
          <ListItem key={link.name} disablePadding>
            <ListItemButton
              component={Link}
              to={link.to}
              ref={isCurrent ? scrollIntoView : undefined}
              selected={isCurrent}
              aria-current={isCurrent ? 'page' : undefined}
              sx={linkStyle}
            >
              <ListItemIcon sx={iconStyle}>
                <Icon fontSize="small" />
              </ListItemIcon>
              <ListItemText primary={t(`nav_${link.text}`)} slotProps={textProps} />
              <ConsoleBadge name={link.name} />
            </ListItemButton>
          </ListItem>
        );
      })}
    </List>
  );
}
