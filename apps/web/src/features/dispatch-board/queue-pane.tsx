// Pane beside the map with two tabs: the queue of requests, and the cars.
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import Typography from '@mui/material/Typography';
import { memo, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../lib/use-format.ts';
import { EmptyState, ErrorState, Loading } from '../../ui/page-states.tsx';
import { Placeholder } from '../../ui/placeholder.tsx';
import { DriverList } from './driver-list.tsx';
import type { LiveDriver } from './live-drivers.ts';
import { type QueueAlert, type QueueFilter, queueItems } from './queue.ts';
import { QueueFilterBar } from './queue-filter.tsx';
import { QueueList } from './queue-list.tsx';
import type { Board } from './use-board.ts';
import type { LiveDrivers } from './use-live-drivers.ts';

interface QueueProps {
  /** Must be the same object until the board is loaded again, because the queue is memoised. */
  readonly board: Board;
  readonly alerts: readonly QueueAlert[];
  readonly chosen: string | null;
  readonly onChoose: (booking: string | null) => void;
  /** Moves the focus to the details of the chosen request. Must be a stable function. */
  readonly onEnter: () => void;
}

interface CarsProps {
  readonly fleet: LiveDrivers;
  /** The drivers that the map shows; null while loading. */
  readonly shown: readonly LiveDriver[] | null;
  readonly isFiltered: boolean;
  readonly car: string | null;
  readonly onCar: (driver: LiveDriver) => void;
}

const paneStyles = {
  display: 'flex',
  flexDirection: 'column',
  minHeight: { xs: 360, sm: 0 },
  borderInlineEnd: { sm: '1px solid' },
  borderColor: { sm: 'divider' },
} as const;

export function QueuePane(props: QueueProps & CarsProps) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const [part, setPart] = useState<'requests' | 'cars'>('requests');
  const open = props.board.answer === null ? '' : ` ${number(sumOf(props.board.answer.counts))}`;
  const cars = props.shown === null ? '' : ` ${number(props.shown.length)}`;
  return (
    <Box sx={paneStyles}>
      <Tabs
        value={part}
        onChange={(_event, value: 'requests' | 'cars') => setPart(value)}
        variant="fullWidth"
        sx={{ flexShrink: 0, mb: 1, borderBottom: '1px solid', borderColor: 'divider' }}
      >
        <Tab value="requests" label={`${t('board_queue')}${open}`} />
        <Tab value="cars" label={`${t('board_cars')}${cars}`} />
      </Tabs>
      {part === 'requests' ? (
        <Queue
          board={props.board}
          alerts={props.alerts}
          chosen={props.chosen}
          onChoose={props.onChoose}
          onEnter={props.onEnter}
        />
      ) : (
        <Cars {...props} />
      )}
    </Box>
  );
}

const sumOf = (counts: Readonly<Record<string, number>>): number =>
  Object.values(counts).reduce((sum, count) => sum + count, 0);

/** Memoised, so that the queue is not rendered again when only cars move. */
const Queue = memo(function Queue({ board, alerts, chosen, onChoose, onEnter }: QueueProps) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const [filter, setFilter] = useState<QueueFilter>('all');
  const { answer, problem, reload, clockAheadMs } = board;
  const items = useMemo(
    () => queueItems(answer?.items ?? [], alerts, filter),
    [answer?.items, alerts, filter],
  );
  if (answer === null && problem !== null) return <ErrorState problem={problem} onRetry={reload} />;
  if (answer === null)
    return (
      <Loading>
        <Box sx={{ display: 'grid', gap: 1, p: 1.5 }}>
          {[1, 2, 3, 4].map((row) => (
            <Placeholder key={row} height={64} />
          ))}
        </Box>
      </Loading>
    );
  const all = sumOf(answer.counts);
  return (
    <>
      {problem !== null && <Alert severity="warning">{t('board_stale')}</Alert>}
      <QueueFilterBar counts={answer.counts} filter={filter} onChange={setFilter} />
      {items.length === 0 ? (
        <EmptyState
          title={t(filter === 'all' ? 'board_empty' : 'board_empty_group')}
          text={t('board_empty_text')}
        />
      ) : (
        <QueueList
          items={items}
          chosen={chosen}
          clockAheadMs={clockAheadMs}
          onChoose={onChoose}
          onEnter={onEnter}
        />
      )}
      {all > answer.items.length && (
        <Typography variant="body2" color="text.secondary" sx={{ px: 1.5, py: 1 }}>
          {t('board_more', { shown: number(answer.items.length), all: number(all) })}
        </Typography>
      )}
    </>
  );
});

function Cars({ fleet, shown, isFiltered, car, onCar }: CarsProps) {
  const { t } = useTranslation();
  if (fleet.drivers === null && fleet.problem !== null)
    return <ErrorState problem={fleet.problem} onRetry={fleet.reload} />;
  return (
    <>
      {fleet.drivers !== null && fleet.problem !== null && (
        <Alert severity="warning">{t('live_map_stale')}</Alert>
      )}
      <DriverList drivers={shown} isFiltered={isFiltered} chosen={car} onChoose={onCar} />
    </>
  );
}
