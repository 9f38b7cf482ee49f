// Virtualised list of the queue: arrow keys, j and k move through its requests, and Enter moves the focus to the
// details.
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { type KeyboardEvent, useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../lib/use-format.ts';
import { Link } from '../../ui/link.tsx';
import { groupColours } from './group-colours.ts';
import { heightOf, neighbourOf, type QueueAlert, type QueueItem } from './queue.ts';
import { QueueRow } from './queue-row.tsx';
import { stepOf, useQueueKeys } from './use-queue-keys.ts';
import { useWindowedList } from './use-windowed-list.ts';
import { topOf } from './window-items.ts';

interface QueueListProps {
  readonly items: readonly QueueItem[];
  readonly chosen: string | null;
  readonly clockAheadMs: number;
  readonly onChoose: (booking: string | null) => void;
  /** Called when Enter is pressed on the chosen request: the caller focuses its details. */
  readonly onEnter: () => void;
}

export function QueueList({ items, chosen, clockAheadMs, onChoose, onEnter }: QueueListProps) {
  const { t } = useTranslation();
  /** Request chosen with the keyboard, which gets the focus once its row is rendered. */
  const [wanted, setWanted] = useState<string | null>(null);
  const heights = useMemo(() => items.map(heightOf), [items]);
  const list = useWindowedList(heights);
  const { element, from, to, above, below } = list;

  useEffect(() => {
    if (wanted === null) return;
    element()?.querySelector<HTMLElement>(`[data-request="${wanted}"]`)?.focus();
    setWanted(null);
  });

  const move = (step: 1 | -1): boolean => {
    const next = neighbourOf(items, chosen, step);
    if (next === null) return false;
    const at = items.findIndex(({ key }) => key === next);
    const top = topOf(heights, at);
    const { scrolled, height } = list;
    const shown = element();
    const isSeen = top >= scrolled + 36 && top + (heights[at] ?? 0) <= scrolled + height;
    if (!isSeen && shown) shown.scrollTop = Math.max(0, top - height / 2);
    onChoose(next);
    setWanted(next);
    return true;
  };
  useQueueKeys(move);
  const onKeyDown = (event: KeyboardEvent) => {
    const step = stepOf(event);
    if (step !== null && move(step)) event.preventDefault();
    const onRow = event.target instanceof HTMLElement ? event.target.dataset.request : undefined;
    if (event.key !== 'Enter' || onRow === undefined || onRow !== chosen) return;
    // Without this, Enter would also click the row, which closes its details.
    event.preventDefault();
    onEnter();
  };

  return (
    <Box
      component="ul"
      aria-label={t('board_queue')}
      ref={list.attach}
      onScroll={list.onScroll}
      onKeyDown={onKeyDown}
      sx={{
        listStyle: 'none',
        m: 0,
        p: 0,
        overflowY: 'auto',
        flex: 1,
        minHeight: 0,
        overscrollBehavior: 'contain',
      }}
    >
      {items.slice(from, to).map((item, index) => (
        <Box
          component="li"
          key={item.key}
          style={{
            height: heightOf(item),
            marginTop: index === 0 ? above : 0,
            marginBottom: from + index === to - 1 ? below : 0,
          }}
        >
          <Item
            item={item}
            isChosen={item.kind === 'row' && item.row.id === chosen}
            clockAheadMs={clockAheadMs}
            onChoose={onChoose}
          />
        </Box>
      ))}
    </Box>
  );
}

interface ItemProps {
  readonly item: QueueItem;
  readonly isChosen: boolean;
  readonly clockAheadMs: number;
  readonly onChoose: (booking: string | null) => void;
}

function Item({ item, isChosen, clockAheadMs, onChoose }: ItemProps) {
  switch (item.kind) {
    case 'heading':
      return <Heading group={item.group} count={item.count} />;
    case 'alert':
      return <AlertRow alert={item.alert} />;
    case 'row':
      return (
        <QueueRow
          row={item.row}
          isChosen={isChosen}
          clockAheadMs={clockAheadMs}
          onChoose={() => onChoose(isChosen ? null : item.row.id)}
        />
      );
  }
}

function Heading({ group, count }: Pick<Extract<QueueItem, { kind: 'heading' }>, 'group' | 'count'>) {
  const { t } = useTranslation();
  const { number } = useFormat();
  return (
    <Typography
      variant="body2"
      sx={{ display: 'flex', gap: 1, alignItems: 'flex-end', height: 32, px: 1.5, fontWeight: 680 }}
    >
      <span>{group === 'alerts' ? t('board_alerts') : t(`board_group_${group}`)}</span>
      <Box component="span" className="tabular" sx={{ color: 'text.secondary' }}>
        {number(count)}
      </Box>
    </Typography>
  );
}

function AlertRow({ alert: { title, at, isUrgent, to } }: { alert: QueueAlert }) {
  const { time } = useFormat();
  return (
    <Box
      component={Link}
      to={to}
      sx={{
        display: 'flex',
        alignItems: 'center',
        gap: 1,
        height: 48,
        paddingInlineStart: 1.25,
        paddingInlineEnd: 1.5,
        borderInlineStart: '4px solid',
        borderColor: isUrgent ? groupColours.alerts : groupColours.at_risk,
        color: isUrgent ? 'error.main' : 'text.primary',
        textDecoration: 'none',
        '&:hover': { bgcolor: 'background.subtle' },
      }}
    >
      <Typography
        component="span"
        noWrap
        sx={{ flex: 1, minWidth: 0, fontWeight: 620, fontSize: '0.9375rem' }}
      >
        {title}
      </Typography>
      {at !== null && (
        <Typography component="span" variant="body2" color="text.secondary" className="tabular">
          {time(at)}
        </Typography>
      )}
    </Box>
  );
}
