// Still picture of the city, shown until the visitor interacts with the page and the map is drawn.
import Box from '@mui/material/Box';
import { useColorScheme } from '@mui/material/styles';
import { useTranslation } from 'react-i18next';

/** Sizes of the server's pictures, in px. */
const small = { width: 800, height: 600 } as const;
const wide = { width: 2000, height: 900 } as const;
/** The theme's breakpoint `md`, from which the map is as wide as the window. */
const WIDE_FROM_PX = 768;

const pictureAt = (theme: 'light' | 'dark', size: 'small' | 'wide') =>
  `/api/v1/maps/still.svg?theme=${theme}&size=${size}`;

type Length = Readonly<Record<'xs' | 'md', string>>;

export interface StillMapProps {
  /** Describes the map in a sentence, for screen readers. */
  readonly description: string;
  /** Position of the city's centre, from the inline start and the top of the map. */
  readonly middle: { readonly x: Length; readonly y: Length };
  /** Distance of the attribution from the lower edge. */
  readonly noticeAbove: Length;
}

/** Without a chosen theme the browser selects the picture by its colour scheme, even before any script has run. */
function Sources() {
  const { mode } = useColorScheme();
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

export function StillMap({ description, middle, noticeAbove }: StillMapProps) {
  const { t } = useTranslation();
  const { mode } = useColorScheme();
  return (
    <Box sx={{ position: 'absolute', inset: 0, overflow: 'hidden', bgcolor: 'background.subtle' }}>
      <picture>
        <Sources />
        <Box
          component="img"
          src={pictureAt(mode === 'dark' ? 'dark' : 'light', 'small')}
          alt={description}
          sx={{
            position: 'absolute',
            maxWidth: 'none',
            width: { xs: small.width, md: wide.width },
            height: { xs: small.height, md: wide.height },
            left: middle.x,
            top: middle.y,
            marginLeft: { xs: `${-small.width / 2}px`, md: `${-wide.width / 2}px` },
            marginTop: { xs: `${-small.height / 2}px`, md: `${-wide.height / 2}px` },
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
