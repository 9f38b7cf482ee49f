// One figure by hour, day or area: a chart with the previous period, and a table that links to each group's bookings.
import type { FigureGroup, FigureSet, Figures, FiguresBy } from '@kerb/contract';
import type { FigureName } from '@kerb/domain/figures';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useLanguage } from '../../lib/i18n/use-language.ts';
import { useDayText } from '../../lib/use-day-text.ts';
import { useHourText } from '../../lib/use-hour-text.ts';
import { ReportChart } from '../../ui/reports/report-chart.tsx';
import { AreaMap } from './area-map.tsx';
import { GroupLink } from './bookings-link.tsx';
import { axisValue, bookingsOf, useFigureLook, valueOfFigure } from './figure-look.ts';
import { bookingsBehind, countedRange } from './figures-query.ts';

interface FigureGroupsProps {
  readonly figures: Figures;
  readonly by: FiguresBy;
  readonly figure: FigureName;
  readonly isListed: boolean;
}

/** Largest number of areas in the chart: more bars would be too thin to tap; the table has all areas. */
const CHARTED_AREAS = 12;
/** Number of names that fit below the chart on a phone. */
const NAMES_SHOWN = 8;

export function useGroupText(): (group: FigureGroup) => string {
  const { t } = useTranslation();
  const hourText = useHourText();
  const dayText = useDayText();
  return ({ hour, day, area }) => {
    if (hour !== null) return hourText(hour);
    if (day !== null) return dayText(day);
    return area?.name ?? t('figures_no_area');
  };
}

export function FigureGroups({ figures, by, figure, isListed }: FigureGroupsProps) {
  const { t } = useTranslation();
  const groupText = useGroupText();
  if (by === 'area' && figure === 'utilisation') return <Note text={t('figures_not_by_area')} />;
  if (figures.groups.length === 0) return <Note text={t('figures_no_areas')} />;
  return (
    <Box sx={sideBySide}>
      {by === 'area' && (
        <AreaMap key={figure} figures={figures} figure={figure} isListed={isListed} groupText={groupText} />
      )}
      <GroupChart figures={figures} by={by} figure={figure} isListed={isListed} groupText={groupText} />
      <GroupTable figures={figures} by={by} figure={figure} isListed={isListed} groupText={groupText} />
    </Box>
  );
}

const Note = ({ text }: { text: string }) => (
  <Typography color="text.secondary" sx={{ py: 4, textAlign: 'center' }}>
    {text}
  </Typography>
);

interface PartProps extends FigureGroupsProps {
  readonly groupText: (group: FigureGroup) => string;
}

function GroupChart({ figures, by, figure, isListed, groupText }: PartProps) {
  const { t } = useTranslation();
  const look = useFigureLook();
  const navigate = useNavigate();
  const { dateLocale } = useLanguage();
  const shortDay = new Intl.DateTimeFormat(dateLocale, { month: 'short', day: 'numeric', timeZone: 'UTC' });
  const nameOf = (group: FigureGroup) =>
    group.day === null ? groupText(group) : shortDay.format(Date.parse(group.day));
  const groups = by === 'area' ? figures.groups.slice(0, CHARTED_AREAS) : figures.groups;
  const onPick = (place: number) => {
    const group = groups[place];
    if (group && bookingsOf(group.now, figure) > 0)
      void navigate(bookingsBehind({ range: countedRange(figures), figure, group }));
  };
  const valuesOf = (period: 'now' | 'before') =>
    groups.map((group) => axisValue(figure, valueOfFigure(group[period], figure)));
  return (
    <ReportChart
      bare
      kind={by === 'day' && groups.length > 1 ? 'lines' : 'bars'}
      lying={by === 'area'}
      title={t('figures_table', { figure: t(`figure_${figure}`), by: t(`figures_by_${by}`) })}
      names={groups.map(nameOf)}
      labelEvery={by === 'area' ? 1 : Math.max(1, Math.ceil(groups.length / NAMES_SHOWN))}
      unit={look.unit(figure)}
      write={(value) => look.axisText(figure, value)}
      series={[
        { label: t('figures_previous'), values: valuesOf('before'), isBefore: true },
        { label: t('figures_now'), values: valuesOf('now') },
      ]}
      onPick={isListed ? onPick : undefined}
    />
  );
}

function GroupTable({ figures, by, figure, isListed, groupText }: PartProps) {
  const { t } = useTranslation();
  const look = useFigureLook();
  const caption = t('figures_table', { figure: t(`figure_${figure}`), by: t(`figures_by_${by}`) });
  const counted = figures.groups.filter(
    ({ now, before }) => bookingsOf(now, figure) + bookingsOf(before, figure) > 0,
  );
  return (
    // Focusable, so that the keyboard can scroll it.
    <Box role="region" aria-label={caption} tabIndex={0} sx={tableFrame}>
      <Box component="table" aria-label={caption} sx={tableStyles}>
        <thead>
          <tr>
            <th scope="col">{t(`figures_${by}`)}</th>
            <th scope="col">{t('figures_now')}</th>
            <th scope="col">{t('figures_previous')}</th>
          </tr>
        </thead>
        <tbody>
          {counted.map((group) => {
            const name = groupText(group);
            const now = valueOfFigure(group.now, figure);
            const before = valueOfFigure(group.before, figure);
            const textOf = (set: FigureSet, value: number | null) =>
              value === null && bookingsOf(set, figure) === 0 ? '–' : look.value(figure, value);
            const link = (period: 'now' | 'before') => {
              const count = bookingsOf(group[period], figure);
              if (count === 0) return null;
              return (
                <GroupLink
                  figures={figures}
                  period={period}
                  name={name}
                  of={{ figure, group }}
                  count={count}
                  isListed={isListed}
                />
              );
            };
            return (
              <tr key={group.area?.cells[0] ?? group.day ?? group.hour}>
                <th scope="row">{name}</th>
                <td>
                  <Value text={textOf(group.now, now)} isKnown={now !== null} />
                  {link('now')}
                </td>
                <td>
                  <Value text={textOf(group.before, before)} isKnown={before !== null} />
                  {link('before')}
                </td>
              </tr>
            );
          })}
        </tbody>
      </Box>
    </Box>
  );
}

function Value({ text, isKnown }: { text: string; isKnown: boolean }) {
  return (
    <Box
      component="span"
      className="tabular"
      sx={{
        display: 'block',
        fontWeight: isKnown ? 620 : 400,
        color: isKnown ? undefined : 'text.secondary',
      }}
    >
      {text}
    </Box>
  );
}

const sideBySide = {
  display: 'grid',
  gap: 3,
  alignItems: 'start',
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 11fr) minmax(0, 9fr)' },
} as const;

const tableFrame = {
  maxHeight: 372,
  overflow: 'auto',
  border: '1px solid',
  borderColor: 'divider',
  borderRadius: '12px',
  '&:focus-visible': { outline: '2px solid', outlineColor: 'primary.main', outlineOffset: 2 },
} as const;

const tableStyles = {
  width: '100%',
  borderCollapse: 'separate',
  borderSpacing: 0,
  '& th, & td': {
    px: 1.25,
    py: 0.75,
    textAlign: 'start',
    verticalAlign: 'top',
    fontSize: '0.875rem',
    fontWeight: 400,
  },
  '& td': { whiteSpace: { sm: 'nowrap' } },
  '& thead th': {
    position: 'sticky',
    top: 0,
    zIndex: 1,
    bgcolor: 'background.subtle',
    color: 'text.secondary',
    fontSize: '0.8125rem',
    fontWeight: 600,
  },
  '& tbody th, & tbody td': { borderTop: '1px solid', borderColor: 'divider' },
  '& tbody th': { fontWeight: 600 },
} as const;
