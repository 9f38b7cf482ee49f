// Row of one request in the queue: its clock, addresses, driver, and its problem.
import type { BoardRow } from '@kerb/contract';
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { useCarName } from '../../lib/use-car-types.ts';
import { useFormat } from '../../lib/use-format.ts';
import { visuallyHidden } from '../../ui/visually-hidden.ts';
import { groupColours } from './group-colours.ts';
import { RowClock } from './row-clock.tsx';

interface QueueRowProps {
  readonly row: BoardRow;
  readonly isChosen: boolean;
  readonly clockAheadMs: number;
  readonly onChoose: () => void;
}

/** The part of the address before the first comma: quarter and town are the same for most rows. */
const streetOf = (address: string): string => address.split(',')[0] ?? address;

export function QueueRow({ row, isChosen, clockAheadMs, onChoose }: QueueRowProps) {
  const { t } = useTranslation();
  return (
    <ButtonBase
      data-request={row.id}
      onClick={onChoose}
      aria-pressed={isChosen}
      sx={{
        display: 'grid',
        gridTemplateColumns: '76px minmax(0, 1fr)',
        alignItems: 'center',
        columnGap: 1,
        width: '100%',
        height: 72,
        paddingInlineStart: 1.25,
        paddingInlineEnd: 1.5,
        textAlign: 'start',
        borderInlineStart: '4px solid',
        borderColor: groupColours[row.group],
        bgcolor: isChosen ? 'background.subtle' : 'transparent',
        '&:hover': { bgcolor: 'background.subtle' },
        '&:focus-visible': { outline: '2px solid', outlineColor: 'primary.main', outlineOffset: -2 },
      }}
    >
      <span style={visuallyHidden}>{t('board_request', { reference: row.reference })}</span>{' '}
      <Typography
        component="span"
        className="tabular"
        sx={{
          fontWeight: 680,
          fontSize: '0.9375rem',
          lineHeight: 1.3,
          color: row.risk === null ? 'text.primary' : 'error.main',
        }}
      >
        <RowClock row={row} clockAheadMs={clockAheadMs} stacked />
      </Typography>{' '}
      <Box component="span" sx={{ display: 'block', minWidth: 0 }}>
        <Typography component="span" variant="body2" sx={{ ...line, fontWeight: 620 }}>
          <Part yields>{streetOf(row.pickup.add)}</Part>
        </Typography>{' '}
        <Typography component="span" variant="body2" sx={line}>
          <Drop street={streetOf(row.drop.add)} />
        </Typography>{' '}
        <Typography component="span" variant="body2" color="text.secondary" sx={factsLine}>
          <RowFacts row={row} clockAheadMs={clockAheadMs} />
        </Typography>
      </Box>
    </ButtonBase>
  );
}

const line = {
  display: 'flex',
  minWidth: 0,
  overflow: 'hidden',
  whiteSpace: 'pre',
  lineHeight: 1.45,
} as const;
/** One line: the last fact moves to a second line, which is hidden, where it would be cut to a letter or two. */
const factsLine = { ...line, flexWrap: 'wrap', maxHeight: '1lh' } as const;
const lastFact = { display: 'flex', flex: '1 1 4.5em', minWidth: '4.5em', overflow: 'hidden' } as const;

interface PartProps {
  readonly children: string;
  /** Shrinks when the line is full; otherwise it is cut only when it is wider than the line. */
  readonly yields?: boolean;
}

/**
 * Text isolated in its own direction, so that it is cut at its own end: a Latin address in Arabic keeps its beginning.
 */
function Part({ children, yields = false }: PartProps) {
  return (
    <Box
      component="bdi"
      sx={{
        flex: `0 ${yields ? 1 : 0} auto`,
        minWidth: 0,
        maxWidth: '100%',
        overflow: 'hidden',
        textOverflow: 'ellipsis',
      }}
    >
      {children}
    </Box>
  );
}

/** "to" and the street are separate elements, so that only the street is cut; their order depends on the language. */
function Drop({ street }: { street: string }) {
  const { t } = useTranslation();
  const [before = '', after = ''] = t('board_to', { place: '\n' }).split('\n');
  return (
    <>
      {before !== '' && <span>{before}</span>}
      <Part yields>{street}</Part>
      {after !== '' && <span>{after}</span>}
    </>
  );
}

/** Facts in order of urgency: the problem, the next event, the people concerned. */
function RowFacts({ row, clockAheadMs }: { row: BoardRow; clockAheadMs: number }) {
  const { t } = useTranslation();
  const carName = useCarName();
  const { duration } = useFormat();
  const arrivesIn = row.expected_at === null ? null : (row.expected_at - Date.now() - clockAheadMs) / 1000;
  const arrival =
    arrivesIn === null
      ? null
      : t(row.status === 'ACCEPTED' ? 'board_pickup_in' : 'board_drop_in', {
          time: duration(Math.max(0, arrivesIn)),
        });
  const asked =
    row.asked > 0 && (row.asked_by_hand ? t('board_offered') : t('board_asked', { count: row.asked }));
  const facts = [
    arrival,
    asked,
    row.vehicle_number,
    row.driver === null ? carName({ carType: row.carType }) : row.driver_name,
    row.driver === null ? row.customer_name : null,
  ].filter((fact): fact is string => typeof fact === 'string' && fact !== '');
  return (
    <>
      {row.risk !== null && (
        <Box component="span" sx={{ color: 'error.main', fontWeight: 620 }}>
          {t(`board_risk_${row.risk}`)}
        </Box>
      )}
      {facts.map((fact, index) => {
        const isLast = index === facts.length - 1;
        return (
          <Box key={fact} component="span" sx={isLast ? lastFact : undefined}>
            {/* In the box of the fact that follows, so that it is hidden with it. */}
            {(index > 0 || row.risk !== null) && <span>{' · '}</span>}
            <Part yields={isLast}>{fact}</Part>
          </Box>
        );
      })}
    </>
  );
}
