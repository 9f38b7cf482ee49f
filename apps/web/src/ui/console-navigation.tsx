// Navigation in the console's drawer: links in collapsible groups, with badges; icons only when the drawer is slim.

import ChevronLeftOutlined from '@mui/icons-material/ChevronLeftOutlined';
import ChevronRightOutlined from '@mui/icons-material/ChevronRightOutlined';
import ExpandLessOutlined from '@mui/icons-material/ExpandLessOutlined';
import ExpandMoreOutlined from '@mui/icons-material/ExpandMoreOutlined';
import LogoutOutlined from '@mui/icons-material/LogoutOutlined';
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import List from '@mui/material/List';
import ListItem from '@mui/material/ListItem';
import ListItemButton from '@mui/material/ListItemButton';
import ListItemIcon from '@mui/material/ListItemIcon';
import ListItemText from '@mui/material/ListItemText';
import Tooltip from '@mui/material/Tooltip';
import { Fragment, memo, type ReactElement, use } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { useLanguage } from '../lib/i18n/use-language.ts';
import { signOutUser } from '../lib/sign-out.ts';
import { useAuth } from '../lib/use-auth.ts';
import { runLeaveGuards } from './before-leaving.ts';
import { Brand, BrandMark } from './brand.tsx';
import { ConsoleBadge } from './console-badge.tsx';
import { type ConsoleGroup, type ConsoleLink, consoleLinks, type GroupName } from './console-links.ts';
import { ConsoleViews, type ViewLinkState } from './console-views.ts';
import { chooseDrawer, useDrawerChoice } from './drawer-choice.ts';
import { FindButton } from './find-button.tsx';
import { Link } from './link.tsx';

interface ConsoleNavigationProps {
  /** Whether only icons are shown. */
  readonly isSlim: boolean;
  /** Whether the drawer is permanent, so that the user can narrow it. */
  readonly canBeSlim: boolean;
}

/** Memoised, because rendering the links takes as long as the rest of a screen. */
export const ConsoleNavigation = memo(function ConsoleNavigation({
  isSlim,
  canBeSlim,
}: ConsoleNavigationProps) {
  const { t } = useTranslation();
  const { user } = useAuth();
  if (!user) return null;
  return (
    <Box
      component="nav"
      aria-label={t('main_navigation')}
      sx={{ display: 'flex', flexDirection: 'column', minHeight: '100%', px: 1 }}
    >
      <Box sx={{ position: 'sticky', top: 0, zIndex: 1, bgcolor: 'background.default' }}>
        <Box sx={{ px: isSlim ? 1 : 1.5, py: 1.25 }}>{isSlim ? <SlimBrand /> : <Brand />}</Box>
        <FindButton isSlim={isSlim} />
      </Box>
      {consoleLinks(user.usertype).map((group) => (
        <NavigationGroup key={group.group} group={group} isSlim={isSlim} />
      ))}
      <Box sx={{ flex: 1 }} />
      <List sx={{ pb: 2 }}>
        {canBeSlim && <WidthSwitch isSlim={isSlim} />}
        <ListItem disablePadding>
          <Named name={t('logout')} isSlim={isSlim}>
            <ListItemButton
              aria-label={isSlim ? t('logout') : undefined}
              onClick={() => runLeaveGuards(() => void signOutUser())}
              sx={linkStyle}
            >
              <ListItemIcon sx={iconStyle}>
                <LogoutOutlined fontSize="small" />
              </ListItemIcon>
              {!isSlim && <ListItemText primary={t('logout')} slotProps={textProps} />}
            </ListItemButton>
          </Named>
        </ListItem>
      </List>
    </Box>
  );
});

const linkStyle = {
  // Height of brand and search, which stay at the top.
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

function SlimBrand() {
  return (
    <Box sx={{ display: 'grid', placeItems: 'center', minHeight: 44 }}>
      <BrandMark />
    </Box>
  );
}

/** Adds a tooltip with the name to an icon without text. */
function Named({ name, isSlim, children }: { name: string; isSlim: boolean; children: ReactElement }) {
  return isSlim ? (
    <Tooltip title={name} placement="right">
      {children}
    </Tooltip>
  ) : (
    children
  );
}

function WidthSwitch({ isSlim }: { isSlim: boolean }) {
  const { t } = useTranslation();
  const { direction } = useLanguage();
  const choice = useDrawerChoice();
  const name = t(isSlim ? 'drawer_widen' : 'drawer_narrow');
  const Icon = isSlim === (direction === 'rtl') ? ChevronLeftOutlined : ChevronRightOutlined;
  return (
    <ListItem disablePadding>
      <Named name={name} isSlim={isSlim}>
        <ListItemButton
          aria-label={isSlim ? name : undefined}
          onClick={() => chooseDrawer({ ...choice, isSlim: !isSlim })}
          sx={linkStyle}
        >
          <ListItemIcon sx={iconStyle}>
            <Icon fontSize="small" />
          </ListItemIcon>
          {!isSlim && <ListItemText primary={name} slotProps={textProps} />}
        </ListItemButton>
      </Named>
    </ListItem>
  );
}

function NavigationGroup({ group, isSlim }: { group: ConsoleGroup; isSlim: boolean }) {
  const { pathname } = useLocation();
  const choice = useDrawerChoice();
  const isClosed = choice.closed.includes(group.group) && !isSlim;
  // A collapsed group still shows the link of the current screen.
  const shown = isClosed ? group.links.filter(({ to }) => to === pathname) : group.links;
  const toggle = () => {
    const others = choice.closed.filter((one) => one !== group.group);
    chooseDrawer({ ...choice, closed: isClosed ? others : [...others, group.group] });
  };
  return (
    <Box sx={{ py: 0.5 }}>
      {group.group !== 'general' && !isSlim && (
        <GroupHeading name={group.group} isClosed={isClosed} onToggle={toggle} />
      )}
      {shown.length > 0 && (
        <List dense disablePadding>
          {shown.map((link) => (
            <Fragment key={link.name}>
              <NavigationLink link={link} isCurrent={pathname === link.to} isSlim={isSlim} />
              {!isSlim && <ViewLinks link={link} />}
            </Fragment>
          ))}
        </List>
      )}
    </Box>
  );
}

interface GroupHeadingProps {
  readonly name: Exclude<GroupName, 'general'>;
  readonly isClosed: boolean;
  readonly onToggle: () => void;
}

function GroupHeading({ name, isClosed, onToggle }: GroupHeadingProps) {
  const { t } = useTranslation();
  const Icon = isClosed ? ExpandMoreOutlined : ExpandLessOutlined;
  return (
    <ButtonBase
      aria-expanded={!isClosed}
      onClick={onToggle}
      sx={{
        display: 'flex',
        justifyContent: 'space-between',
        width: '100%',
        minHeight: 36,
        '@media (pointer: coarse)': { minHeight: 44 },
        px: 1.5,
        borderRadius: '10px',
        color: 'text.secondary',
        fontFamily: 'inherit',
        fontSize: '0.8125rem',
        fontWeight: 560,
        '&:hover': { bgcolor: 'background.subtle' },
      }}
    >
      {t(`nav_group_${name}`)}
      <Icon fontSize="small" />
    </ButtonBase>
  );
}

/**
 * Scrolls the link of the current screen into view, because an admin's links can be longer than the screen. It does so
 * with the next frame, whose layout it would otherwise compute twice.
 */
function scrollIntoView(link: HTMLElement | null): (() => void) | undefined {
  if (link === null) return undefined;
  const frame = requestAnimationFrame(() => link.scrollIntoView({ block: 'nearest' }));
  return () => cancelAnimationFrame(frame);
}

interface NavigationLinkProps {
  readonly link: ConsoleLink;
  readonly isCurrent: boolean;
  readonly isSlim: boolean;
}

function NavigationLink({ link, isCurrent, isSlim }: NavigationLinkProps) {
  const { t } = useTranslation();
  const { Icon } = link;
  const name = t(`nav_${link.text}`);
  return (
    <ListItem disablePadding>
      <Named name={name} isSlim={isSlim}>
        <ListItemButton
          component={Link}
          to={link.to}
          ref={isCurrent ? scrollIntoView : undefined}
          selected={isCurrent}
          aria-label={isSlim ? name : undefined}
          aria-current={isCurrent ? 'page' : undefined}
          sx={linkStyle}
        >
          <ListItemIcon sx={iconStyle}>
            <Icon fontSize="small" />
          </ListItemIcon>
          {!isSlim && <ListItemText primary={name} slotProps={textProps} />}
          <ConsoleBadge name={link.name} isSmall={isSlim} />
        </ListItemButton>
      </Named>
    </ListItem>
  );
}

/** Links to the saved views of a table, below its own link. */
function ViewLinks({ link }: { link: ConsoleLink }) {
  const { t } = useTranslation();
  const { pathname, search } = useLocation();
  const views = use(ConsoleViews)[link.name] ?? [];
  if (views.length === 0) return null;
  return (
    <Box component="li">
      <List dense disablePadding aria-label={t('drawer_views', { table: t(`nav_${link.text}`) })}>
        {views.map(({ id, name, query, count }) => {
          const isCurrent = pathname === link.to && search.slice(1) === query;
          const state: ViewLinkState = { savedView: id };
          return (
            <ListItem key={id} disablePadding>
              <ListItemButton
                component={Link}
                to={{ pathname: link.to, search: query }}
                state={state}
                selected={isCurrent}
                aria-current={isCurrent ? 'page' : undefined}
                sx={viewLinkStyle}
              >
                <Box
                  component="bdi"
                  title={name}
                  sx={{
                    flex: 1,
                    minWidth: 0,
                    overflow: 'hidden',
                    textOverflow: 'ellipsis',
                    whiteSpace: 'nowrap',
                  }}
                >
                  {name}
                </Box>
                <Box component="span" className="tabular">
                  {count}
                </Box>
              </ListItemButton>
            </ListItem>
          );
        })}
      </List>
    </Box>
  );
}

/** Aligned with the text of the table's link. */
const viewLinkStyle = {
  ...linkStyle,
  minHeight: 36,
  '@media (pointer: coarse)': { minHeight: 44 },
  gap: 1,
  paddingInlineStart: 5.75,
  color: 'text.secondary',
  fontSize: '0.875rem',
} as const;
