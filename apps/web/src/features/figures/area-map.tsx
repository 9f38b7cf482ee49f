// Map of one figure: areas of the city shaded by value, with the value of the selected one.
import type { FigureGroup, Figures } from '@kerb/contract';
import { boundsOfCellNamed, type CellBounds } from '@kerb/domain/dispatch';
import type { FigureName } from '@kerb/domain/figures';
import type { LatLng } from '@kerb/domain/geo';
import { isolated } from '@kerb/texts';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { lazy, Suspense, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { areaColour, areaOpacities } from '../../map/area-colours.ts';
import { KerbMap } from '../../map/kerb-map.tsx';
import { useShownScheme } from '../../ui/preferences.tsx';
import { type AreaLevel, areaLevels, levelOf } from './area-levels.ts';
import { GroupLink } from './bookings-link.tsx';
import { bookingsOf, useFigureLook, valueOfFigure } from './figure-look.ts';

// The map library loads with the map.
const AreasLayer = lazy(async () => ({ default: (await import('../../map/areas-layer.tsx')).AreasLayer }));

interface AreaMapProps {
  readonly figures: Figures;
  readonly figure: FigureName;
  readonly isListed: boolean;
  readonly groupText: (group: FigureGroup) => string;
}

interface AreaCell extends CellBounds {
  readonly group: FigureGroup;
}

const cellsOf = (groups: readonly FigureGroup[]): AreaCell[] =>
  groups.flatMap((group) =>
    (group.area?.cells ?? []).flatMap((cell) => {
      const bounds = boundsOfCellNamed(cell);
      return bounds ? [{ ...bounds, group }] : [];
    }),
  );

const isIn = ({ lat, lng }: LatLng, { south, west, north, east }: CellBounds): boolean =>
  lat >= south && lat < north && lng >= west && lng < east;

const corners = (cells: readonly CellBounds[]): LatLng[] =>
  cells.flatMap(({ south, west, north, east }) => [
    { lat: south, lng: west },
    { lat: north, lng: east },
  ]);

export function AreaMap({ figures, figure, isListed, groupText }: AreaMapProps) {
  const { t } = useTranslation();
  const [chosenKey, setChosenKey] = useState<string | null>(null);
  const keyOf = ({ area }: FigureGroup) => area?.cells[0] ?? null;
  const chosen = figures.groups.find((group) => chosenKey !== null && keyOf(group) === chosenKey);
  const cells = useMemo(() => cellsOf(figures.groups), [figures.groups]);
  const fitPoints = useMemo(() => corners(cells), [cells]);
  const levels = useMemo(
    () => areaLevels(cells.flatMap(({ group }) => valueOfFigure(group.now, figure) ?? [])),
    [cells, figure],
  );
  const shaded = useMemo(
    () =>
      cells.map(({ group, ...bounds }) => {
        const value = valueOfFigure(group.now, figure);
        return { ...bounds, level: value === null ? -1 : levelOf(levels, value), isChosen: group === chosen };
      }),
    [cells, levels, figure, chosen],
  );
  const name = t(`figure_${figure}`);
  return (
    <Box sx={{ gridColumn: '1 / -1', display: 'grid', gap: 1 }}>
      <Box sx={frame}>
        <KerbMap
          name={t('figures_map', { figure: name })}
          description={t('figures_map_description', { figure: isolated(name) })}
          fitPoints={fitPoints}
          onPick={(point) => {
            const cell = cells.find((one) => isIn(point, one));
            setChosenKey(cell ? keyOf(cell.group) : null);
          }}
        >
          <Suspense>
            <AreasLayer cells={shaded} />
          </Suspense>
        </KerbMap>
      </Box>
      <Legend levels={levels} figure={figure} />
      <Box
        role="status"
        sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'baseline', minHeight: 24 }}
      >
        {chosen ? (
          <Chosen
            group={chosen}
            figures={figures}
            figure={figure}
            isListed={isListed}
            groupText={groupText}
          />
        ) : (
          <Typography variant="body2" color="text.secondary">
            {t('figures_map_pick')}
          </Typography>
        )}
      </Box>
    </Box>
  );
}

const frame = {
  position: 'relative',
  height: { xs: 300, md: 380 },
  borderRadius: '12px',
  overflow: 'hidden',
  border: '1px solid',
  borderColor: 'divider',
} as const;

function Chosen({ group, figures, figure, isListed, groupText }: AreaMapProps & { group: FigureGroup }) {
  const look = useFigureLook();
  const name = groupText(group);
  const value = valueOfFigure(group.now, figure);
  const count = bookingsOf(group.now, figure);
  return (
    <>
      <Typography component="strong" sx={{ fontWeight: 650 }}>
        <bdi>{name}</bdi>
      </Typography>
      <Typography component="span" className="tabular">
        {value === null && count === 0 ? '–' : look.value(figure, value)}
      </Typography>
      {count > 0 && (
        <GroupLink
          figures={figures}
          period="now"
          name={name}
          of={{ figure, group }}
          count={count}
          isListed={isListed}
        />
      )}
    </>
  );
}

function Legend({ levels, figure }: { levels: readonly AreaLevel[]; figure: FigureName }) {
  const { t } = useTranslation();
  const look = useFigureLook();
  const rangeText = ({ least, most }: AreaLevel) => {
    const from = look.value(figure, least);
    const to = look.value(figure, most);
    return from === to ? from : t('figures_map_range', { least: isolated(from), most: isolated(to) });
  };
  return (
    <Box
      component="ul"
      sx={{ m: 0, p: 0, listStyle: 'none', display: 'flex', flexWrap: 'wrap', columnGap: 2, rowGap: 0.5 }}
    >
      {levels.map((level, place) => (
        <LegendEntry key={level.least} text={rangeText(level)} opacity={areaOpacities[place] ?? 1} />
      ))}
      <LegendEntry text={t('figures_map_unknown')} opacity={0} />
    </Box>
  );
}

function LegendEntry({ text, opacity }: { text: string; opacity: number }) {
  const colour = areaColour(useShownScheme() === 'dark');
  return (
    <Box
      component="li"
      className="tabular"
      sx={{ display: 'flex', alignItems: 'center', gap: 0.75, fontSize: '0.8125rem' }}
    >
      <Box
        aria-hidden
        sx={{
          position: 'relative',
          width: 22,
          height: 14,
          border: '1px solid',
          borderColor: colour,
          borderRadius: '3px',
          overflow: 'hidden',
          '&::before': { content: '""', position: 'absolute', inset: 0, bgcolor: colour, opacity },
        }}
      />
      {text}
    </Box>
  );
}
