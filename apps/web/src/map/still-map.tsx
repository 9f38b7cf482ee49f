// The still picture of the city that stands in place of the map until the page is used and the map is drawn.
import Box from '@mui/material/Box';
import { useColorScheme } from '@mui/material/styles';
import { useTranslation } from 'react-i18next';

/** As the server draws them; in px. */
const small = { width: 800, height: 600 } as const;
const wide = { width: 2000, height: 900 } as const;
/** From the theme's breakpoint `md` on the map is as wide as the window. */
const WIDE_FROM_PX = 768;

const pictureAt = (theme: 'light' | 'dark', size: 'small' | 'wide') =>
  `/api/v1/maps/still.svg?theme=${theme}&size=${size}`;

type Length = Readonly<Record<'xs' | 'md', string>>;

export interface StillMapProps {
  /** What the map shows, in a sentence, for people who do not see it. */
  readonly description: string;
  /** Where the middle of the city stands, from the inline start and the top. */
  readonly middle: { readonly x: Length; readonly y: Length };
  /** How far the notice stands above the lower edge. */
  readonly noticeAbove: Length;
}

/** Before a theme is chosen, the browser picks the picture by itself, also without a script. */
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
