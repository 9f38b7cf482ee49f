// The frame of a map screen for riders and drivers: the map full-bleed, a sheet over it, two floating buttons.
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
import { panelInset, panelWidth, Sheet } from './sheet.tsx';
import { BellPlace } from './shell-bell.tsx';
import { SkipLink } from './skip-link.tsx';
import { visuallyHidden } from './visually-hidden.ts';

interface AppShellProps {
  /** The screen's heading; shown in the sheet by the screen itself, spoken from here. */
  title: string;
  /** Where the back arrow leads. */
  back: string;
  /** Draws the map; `padding` is what the sheet covers of it, in px. */
  map: (padding: MapPadding) => ReactNode;
  /** Floats at the top end: a status, a switch. */
  corner?: ReactNode;
  /** The sheet's content. */
  children: ReactNode;
}

export function AppShell({ title, back, map, corner, children }: AppShellProps) {
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
      <Sheet onPadding={setPadding}>{children}</Sheet>
    </Box>
  );
}
