// Still picture of the city, shown until the visitor interacts with the page and the map is drawn.
import Box from '@mui/material/Box';
import { useColorScheme } from '@mui/material/styles';
import { useTranslation } from 'react-i18next';

/** Sizes of the server's pictures, in px. */
const small = { width: 800, height: 600 } as const;
const wide = { width: 2000, height: 900 } as const;
const region = { width: 2000, height: 1200 } as const;
/** The theme's breakpoint `md`, from which the map is as wide as the window. */
const WIDE_FROM_PX = 768;

const pictureAt = (theme: 'light' | 'dark', size: 'small' | 'wide' | 'region') =>
  `/api/v1/maps/still.svg?theme=${theme}&size=${size}`;

type Length = Readonly<Record<'xs' | 'md', string>>;

export interface StillMapProps {
  /** Describes the map in a sentence, for screen readers. */
  readonly description: string;
  /** Position of the city's centre, from the inline start and the top of the map. */
  readonly middle: { readonly x: Length; readonly y: Length };
  /** Distance of the attribution from the lower edge. */
  readonly noticeAbove: Length;
  /** Shows the whole region, as the map does at zoom 10, instead of the middle of the city. */
  readonly showsRegion?: boolean;
}

/** Without a chosen theme the browser selects the picture by its colour scheme, even before any script has run. */
function Sources({ showsRegion }: { showsRegion: boolean }) {
  const { mode } = useColorScheme();
  if (showsRegion)
    return mode === 'light' || mode === 'dark' ? null : (
      <source media="(prefers-color-scheme: dark)" srcSet={pictureAt('dark', 'region')} {...region} />
    );
  const wideScreen = `(min-width: ${WIDE_FROM_PX}px)`;
  const dark = '(prefers-color-scheme: dark)';
  if (mode === 'light' || mode === 'dark')
    return <source media={wideScreen} srcSet={pictureAt(mode, 'wide')} {...wide} />;
  return (
    <>
      <source media={`${wideScreen} and ${dark}`} srcSet={pictureAt('dark', 'wide')} {...wide} />
      <source media={wideScreen} srcSet={pictureAt('light', 'wide')} {...wide} />
      <source media={dark} srcSet={pictureAt('dark', 'small')} {...small} />
    </>
  );
}

export function StillMap({ description, middle, noticeAbove, showsRegion = false }: StillMapProps) {
  const { t } = useTranslation();
  const { mode } = useColorScheme();
  const onPhone = showsRegion ? region : small;
  const onWideScreen = showsRegion ? region : wide;
  return (
    <Box sx={{ position: 'absolute', inset: 0, overflow: 'hidden', bgcolor: 'background.subtle' }}>
      <picture>
        <Sources showsRegion={showsRegion} />
        <Box
          component="img"
          src={pictureAt(mode === 'dark' ? 'dark' : 'light', showsRegion ? 'region' : 'small')}
          alt={description}
          sx={{
            position: 'absolute',
            maxWidth: 'none',
            // Enlarged only where the map is larger than the picture.
            width: { xs: `max(100%, ${onPhone.width}px)`, md: `max(100%, ${onWideScreen.width}px)` },
            height: { xs: `max(100%, ${onPhone.height}px)`, md: `max(100%, ${onWideScreen.height}px)` },
            objectFit: 'cover',
            left: middle.x,
            top: middle.y,
            transform: 'translate(-50%, -50%)',
          }}
        />
      </picture>
      <Box
        sx={{
          position: 'absolute',
          insetInlineEnd: 0,
          bottom: noticeAbove,
          px: 0.75,
          bgcolor: 'background.paper',
          opacity: 0.86,
          fontSize: '0.6875rem',
        }}
      >
        <Box
          component="a"
          href="https://www.openstreetmap.org/copyright"
          target="_blank"
          rel="noopener"
          sx={{ display: 'inline-block', color: 'inherit', lineHeight: '24px', unicodeBidi: 'plaintext' }}
        >
          {t('map_data_notice')}
        </Box>
      </Box>
    </Box>
  );
}
