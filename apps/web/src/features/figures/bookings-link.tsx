// Links from a number to the bookings that it counts.
import type { Figures } from '@kerb/contract';
import { isolated } from '@kerb/texts';
import Box from '@mui/material/Box';
import MuiLink from '@mui/material/Link';
import { useTranslation } from 'react-i18next';
import { Link } from '../../ui/link.tsx';
import { useFigureLook } from './figure-look.ts';
import { bookingsBehind, countedRange, type GroupOfBookings } from './figures-query.ts';

interface BookingsLinkProps {
  readonly to: string;
  readonly text: string;
  /** Accessible name of the link, where the text alone is not clear. */
  readonly name?: string;
  readonly count: number;
  readonly isListed: boolean;
  readonly isQuiet?: boolean;
}

/** Link to the bookings that a number counts; plain text when the number is 0 or no list can show them. */
export function BookingsLink({ to, text, name, count, isListed, isQuiet = false }: BookingsLinkProps) {
  const look = { fontSize: '0.875rem', color: isQuiet ? 'text.secondary' : 'info.main' } as const;
  if (count === 0 || !isListed)
    return (
      <Box component="span" className="tabular" sx={{ ...look, color: 'text.secondary' }}>
        {text}
      </Box>
    );
  return (
    <MuiLink
      component={Link}
      to={to}
      aria-label={name}
      className="tabular"
      sx={{
        ...look,
        position: 'relative',
        textDecoration: 'underline',
        textUnderlineOffset: 3,
        textDecorationColor: 'var(--mui-palette-divider)',
        '@media (pointer: coarse)': { py: 1.25 },
        '&:hover': { textDecorationColor: 'currentColor' },
      }}
    >
      {text}
    </MuiLink>
  );
}

interface GroupLinkProps {
  readonly figures: Figures;
  readonly period: 'now' | 'before';
  /** Displayed name of the group or the reason. */
  readonly name: string;
  readonly of: GroupOfBookings;
  readonly count: number;
  /** Text shown instead of the number of bookings. */
  readonly text?: string;
  readonly isListed?: boolean;
}

/** Link to the bookings of one group or reason, in the period or the previous one. */
export function GroupLink({ figures, period, name, of, count, text, isListed = true }: GroupLinkProps) {
  const { t } = useTranslation();
  const look = useFigureLook();
  const isBefore = period === 'before';
  const bookings = look.bookings(count);
  return (
    <BookingsLink
      isQuiet={isBefore}
      isListed={isListed}
      count={count}
      text={text ?? bookings}
      name={t('figures_link', {
        group: isolated(name),
        bookings: isBefore ? `${bookings} (${t('figures_previous')})` : bookings,
      })}
      to={bookingsBehind({ ...of, range: isBefore ? figures.previous : countedRange(figures), isBefore })}
    />
  );
}
