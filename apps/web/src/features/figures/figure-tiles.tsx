// Tiles of all figures: value, change against the previous period, and links to the bookings behind both.

import type { Figures } from '@kerb/contract';
import { type FigureName, figureNames } from '@kerb/domain/figures';
import { isolated } from '@kerb/texts';
import ArrowDownwardOutlined from '@mui/icons-material/ArrowDownwardOutlined';
import ArrowUpwardOutlined from '@mui/icons-material/ArrowUpwardOutlined';
import RemoveOutlined from '@mui/icons-material/RemoveOutlined';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { Loading } from '../../ui/page-states.tsx';
import { Placeholder } from '../../ui/placeholder.tsx';
import { QueryLink } from '../../ui/query-link.tsx';
import { BookingsLink } from './bookings-link.tsx';
import { bookingsOf, type ShownChange, useFigureLook, valueOfFigure } from './figure-look.ts';
import { bookingsBehind, countedRange } from './figures-query.ts';

const grid = {
  display: 'grid',
  gap: { xs: 1, sm: 1.5 },
  gridTemplateColumns: {
    xs: 'repeat(2, minmax(0, 1fr))',
    md: 'repeat(3, minmax(0, 1fr))',
  },
  m: 0,
  p: 0,
  listStyle: 'none',
} as const;

export function TilesSkeleton() {
  return (
    <Loading>
      <Box sx={grid}>
        {figureNames.map((name) => (
          <Placeholder key={name} height={156} />
        ))}
      </Box>
    </Loading>
  );
}

const tones = { better: 'success.main', worse: 'error.main', same: 'text.secondary' } as const;

/** An arrow shows the direction and a word whether it is better or worse, so that colour is not the only signal. */
export function ChangeText({ change }: { change: ShownChange | null }) {
  if (change === null) return null;
  const Arrow =
    change.verdict === 'same' ? RemoveOutlined : change.isUp ? ArrowUpwardOutlined : ArrowDownwardOutlined;
  return (
    <Box
      component="span"
      sx={{
        display: 'inline-flex',
        alignItems: 'center',
        gap: 0.5,
        color: tones[change.verdict],
        fontSize: '0.875rem',
        fontWeight: 600,
      }}
    >
      <Arrow aria-hidden="true" sx={{ fontSize: 16, flexShrink: 0 }} />
      {change.text}
    </Box>
  );
}

interface FigureTilesProps {
  readonly figures: Figures;
  readonly shown: FigureName;
  /** False for figures whose bookings no list can show. */
  readonly isListed: (figure: FigureName) => boolean;
}

export function FigureTiles({ figures, shown, isListed }: FigureTilesProps) {
  const { t } = useTranslation();
  return (
    <Box component="ul" aria-label={t('figures_choose')} sx={grid}>
      {figureNames.map((figure) => (
        <Tile
          key={figure}
          figure={figure}
          figures={figures}
          isShown={figure === shown}
          isListed={isListed(figure)}
        />
      ))}
    </Box>
  );
}

interface TileProps {
  readonly figure: FigureName;
  readonly figures: Figures;
  readonly isShown: boolean;
  readonly isListed: boolean;
}

function Tile({ figure, figures, isShown, isListed }: TileProps) {
  const { t } = useTranslation();
  const look = useFigureLook();
  const { now, before } = figures.total;
  const value = valueOfFigure(now, figure);
  const valueBefore = valueOfFigure(before, figure);
  return (
    <Box component="li" sx={[tileStyles, isShown && shownStyles]}>
      <Box
        component={QueryLink}
        change={{ figure }}
        preventScrollReset
        aria-current={isShown ? 'true' : undefined}
        title={t(`figures_define_${figure}`)}
        sx={nameStyles}
      >
        {t(`figure_${figure}`)}
      </Box>
      <Typography
        component="p"
        className="tabular"
        sx={{
          fontSize: value === null ? '1.0625rem' : { xs: '1.25rem', sm: '1.625rem' },
          fontWeight: 680,
          letterSpacing: '-0.02em',
          lineHeight: 1.25,
          color: value === null ? 'text.secondary' : 'text.primary',
        }}
      >
        {look.value(figure, value)}
      </Typography>
      <ChangeText change={look.change(figure, value, valueBefore)} />
      <Typography variant="body2" color="text.secondary" className="tabular">
        {look.detail(figure, now)}
      </Typography>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 1.5, mt: 'auto', pt: 0.5 }}>
        <BookingsLink
          isListed={isListed}
          to={bookingsBehind({ range: countedRange(figures), figure })}
          text={look.bookings(bookingsOf(now, figure))}
          count={bookingsOf(now, figure)}
        />
        <BookingsLink
          isQuiet
          isListed={isListed}
          to={bookingsBehind({ range: figures.previous, figure, isBefore: true })}
          text={t('figures_before_value', { value: isolated(look.value(figure, valueBefore)) })}
          name={t('figures_before_bookings', {
            value: isolated(look.value(figure, valueBefore)),
            bookings: look.bookings(bookingsOf(before, figure)),
          })}
          count={bookingsOf(before, figure)}
        />
      </Box>
    </Box>
  );
}

const tileStyles = {
  position: 'relative',
  display: 'flex',
  flexDirection: 'column',
  alignItems: 'flex-start',
  gap: 0.5,
  minWidth: 0,
  px: { xs: 1.5, sm: 2 },
  py: 1.5,
  border: '1px solid',
  borderColor: 'divider',
  borderRadius: '16px',
  bgcolor: 'background.paper',
  '&:hover': { bgcolor: 'background.subtle' },
} as const;

/** The brand's yellow marks the figure in the chart; its link has the same state for screen readers. */
const shownStyles = {
  borderColor: 'text.primary',
  boxShadow: 'inset 0 4px 0 0 var(--mui-palette-secondary-main)',
} as const;

/** Extends the link over the whole tile, below its other links. */
const nameStyles = {
  color: 'text.secondary',
  fontSize: '0.875rem',
  fontWeight: 600,
  textDecoration: 'none',
  '&[aria-current]': { color: 'text.primary' },
  '&::before': { content: '""', position: 'absolute', inset: 0, borderRadius: '16px' },
  '&:focus-visible': { outline: 'none' },
  '&:focus-visible::before': { outline: '2px solid', outlineColor: 'primary.main', outlineOffset: 2 },
} as const;
