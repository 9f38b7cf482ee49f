// Frame of a map screen for riders and drivers: full-bleed map, a sheet over it, and two floating buttons.
import ArrowBackOutlined from '@mui/icons-material/ArrowBackOutlined';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../lib/i18n/use-language.ts';
import { Link } from './link.tsx';
import { type MapPadding, noPadding } from './map-padding.ts';
import { roundOverMap } from './over-map.ts';
import { useScreenTitle } from './screen-title.ts';
import { Sheet, type SheetContent } from './sheet.tsx';
import { panelInset, panelWidth } from './sheet-size.ts';
import { BellPlace } from './shell-bell.tsx';
import { SkipLink } from './skip-link.tsx';
import { visuallyHidden } from './visually-hidden.ts';

interface AppShellProps extends SheetContent {
  /** The screen's heading, rendered here for screen readers only; the screen shows its own in the sheet. */
  title: string;
  /** Address of the back arrow. */
  back: string;
  /** Renders the map; `padding` is the part covered by the sheet, in px. */
  map: (padding: MapPadding) => ReactNode;
  /** Content that floats at the top end, such as a status or a switch. */
  corner?: ReactNode;
}

export function AppShell({ title, back, map, corner, shownState, children }: AppShellProps) {
  const { t } = useTranslation();
  const { direction } = useLanguage();
  const [padding, setPadding] = useState<MapPadding>(noPadding);
  useScreenTitle(title);
  return (
    <Box sx={{ position: 'fixed', inset: 0, overflow: 'hidden', bgcolor: 'background.subtle' }}>
      <SkipLink />
      <Typography component="h1" sx={visuallyHidden}>
        {title}
      </Typography>
      <Box sx={{ position: 'absolute', inset: 0 }}>{map(padding)}</Box>
      <Box
        sx={{
          position: 'absolute',
          top: 'max(12px, env(safe-area-inset-top))',
          insetInlineStart: { xs: 12, md: panelInset + panelWidth + 12 },
          insetInlineEnd: 12,
          display: 'flex',
          alignItems: 'center',
          justifyContent: 'flex-end',
          gap: 1,
          pointerEvents: 'none',
          '& > *': { pointerEvents: 'auto' },
        }}
      >
        <IconButton
          component={Link}
          to={back}
          aria-label={t('back')}
          sx={{ ...roundOverMap, marginInlineEnd: { xs: 'auto', md: 0 } }}
        >
          <ArrowBackOutlined sx={{ transform: direction === 'rtl' ? 'scaleX(-1)' : 'none' }} />
        </IconButton>
        {corner}
        <BellPlace floating />
      </Box>
      <Sheet onPadding={setPadding} shownState={shownState}>
        {children}
      </Sheet>
    </Box>
  );
}
