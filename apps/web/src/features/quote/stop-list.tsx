// List of the stops between pickup and destination: each can be edited, removed, and moved by dragging, by keyboard or
// from a menu.
import CloseOutlined from '@mui/icons-material/CloseOutlined';
import DragIndicatorOutlined from '@mui/icons-material/DragIndicatorOutlined';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import Typography from '@mui/material/Typography';
import { type KeyboardEvent, type RefObject, useId, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../lib/use-format.ts';
import { PlaceField } from '../../ui/place-field.tsx';
import type { PlaceFieldProps } from '../../ui/place-field-props.ts';
import { visuallyHidden } from '../../ui/visually-hidden.ts';
import { useStopDrag } from './use-stop-drag.ts';
import { maxStops, type StopDraft, type TripDraft } from './use-trip-draft.ts';

interface StopListProps {
  readonly draft: TripDraft;
  /** Props shared by all place fields: search centre and saved places. */
  readonly common: Pick<PlaceFieldProps, 'near' | 'saved' | 'onForget'>;
  readonly onPickOnMap?: ((key: string) => void) | undefined;
  readonly issue: string | null;
  /** Gets the focus when the last stop is removed. */
  readonly addButton: RefObject<HTMLButtonElement | null>;
}

export function StopList({ draft, common, onPickOnMap, issue, addButton }: StopListProps) {
  const { t } = useTranslation();
  const { stops, entries } = draft;
  const isUnresolved = ({ key }: StopDraft) => entries[key] === 'unresolved';
  const list = useRef<HTMLOListElement>(null);
  const helpId = useId();
  const { said, move } = useMoves(draft, list);
  const drag = useStopDrag(list, move);
  const remove = (index: number, key: string) => {
    draft.removeStop(key);
    const next = list.current?.children[index + 1] ?? list.current?.children[index - 1];
    (next?.querySelector<HTMLElement>('[data-remove]') ?? addButton.current)?.focus();
  };
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 1 }}>
      <Box
        component="ol"
        ref={list}
        aria-label={t('stops')}
        sx={{ ...bare, display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 1 }}
      >
        {stops.map((stop, index) => (
          <Box
            component="li"
            key={stop.key}
            sx={{ ...row, zIndex: drag.dragged === index ? 2 : undefined }}
            style={offset(drag.offsetOf(index), drag.dragged !== null && drag.dragged !== index)}
          >
            <Handle
              index={index}
              count={stops.length}
              helpId={helpId}
              onMove={move}
              justDragged={drag.justDragged}
              pointer={drag.handlersOf(index)}
            />
            <PlaceField
              {...common}
              plain
              label={t('marker_stop', { number: index + 1 })}
              value={stop.point}
              onChange={(point) => draft.setStop(stop.key, point)}
              onEntry={(entry) => draft.setEntry(stop.key, entry)}
              issue={isUnresolved(stop) ? issue : null}
              onPickOnMap={onPickOnMap && (() => onPickOnMap(stop.key))}
              autoFocus={stop.key === draft.newest && stop.point === null}
              marker={<StopNumber number={index + 1} />}
            />
            <IconButton
              data-remove=""
              aria-label={t('remove_stop', { number: index + 1 })}
              onClick={() => remove(index, stop.key)}
            >
              <CloseOutlined fontSize="small" />
            </IconButton>
          </Box>
        ))}
      </Box>
      <Box id={helpId} sx={visuallyHidden}>
        {t('move_stop_help')}
      </Box>
      <Box role="status" sx={visuallyHidden}>
        {said}
      </Box>
      {issue !== null && !stops.some(isUnresolved) && (
        <Typography role="alert" variant="body2" color="error" sx={{ px: 1.75 }}>
          {issue}
        </Typography>
      )}
      {stops.length >= maxStops && (
        <Typography role="status" variant="body2" color="text.secondary" sx={{ px: 1.75 }}>
          {t('stops_full', { count: maxStops })}
        </Typography>
      )}
    </Box>
  );
}

const bare = { m: 0, p: 0, listStyle: 'none' } as const;
const row = {
  display: 'grid',
  gridTemplateColumns: 'auto minmax(0, 1fr) auto',
  alignItems: 'center',
  position: 'relative',
  // The handle is in the card's padding, so that the fields are not narrowed.
  marginInlineStart: '-12px',
} as const;

function offset(by: number, glides: boolean) {
  return by === 0 && !glides
    ? {}
    : { transform: `translateY(${by}px)`, transition: glides ? 'transform 160ms ease' : 'none' };
}

/** Moves a stop, announces its new position, and returns the focus to its handle. */
function useMoves(draft: TripDraft, list: RefObject<HTMLElement | null>) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const [said, setSaid] = useState('');
  const follow = useRef<number | null>(null);
  const count = draft.stops.length;
  const move = (from: number, to: number) => {
    if (to < 0 || to >= count) return;
    draft.moveStop(from, to);
    follow.current = to;
    const stop = draft.stops[from]?.point?.add ?? t('marker_stop', { number: from + 1 });
    setSaid(t('stop_moved', { stop, place: number(to + 1), of: number(count) }));
  };
  // A row that moves in the document loses the focus. A layout effect runs in the same commit as the move; a passive
  // effect of an earlier commit could still see the old order.
  useLayoutEffect(() => {
    if (follow.current === null) return;
    list.current?.children[follow.current]?.querySelector<HTMLElement>('[data-handle]')?.focus();
    follow.current = null;
  });
  return { said, move };
}

interface HandleProps {
  readonly index: number;
  readonly count: number;
  readonly helpId: string;
  readonly onMove: (from: number, to: number) => void;
  readonly justDragged: () => boolean;
  readonly pointer: ReturnType<ReturnType<typeof useStopDrag>['handlersOf']>;
}

function Handle({ index, count, helpId, onMove, justDragged, pointer }: HandleProps) {
  const { t } = useTranslation();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
    event.preventDefault();
    onMove(index, event.key === 'ArrowUp' ? index - 1 : index + 1);
  };
  const choose = (to: number) => {
    setAnchor(null);
    onMove(index, to);
  };
  return (
    <>
      <IconButton
        data-handle=""
        size="small"
        aria-label={t('move_stop', { number: index + 1 })}
        aria-describedby={helpId}
        aria-haspopup="menu"
        disabled={count < 2}
        onKeyDown={onKeyDown}
        onClick={(event) => !justDragged() && setAnchor(event.currentTarget)}
        {...pointer}
        sx={{ touchAction: 'none', cursor: 'grab', minHeight: 44, width: 28, borderRadius: '8px', px: 0 }}
      >
        <DragIndicatorOutlined fontSize="small" />
      </IconButton>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)}>
        <MenuItem disabled={index === 0} onClick={() => choose(index - 1)}>
          {t('move_up')}
        </MenuItem>
        <MenuItem disabled={index === count - 1} onClick={() => choose(index + 1)}>
          {t('move_down')}
        </MenuItem>
      </Menu>
    </>
  );
}

function StopNumber({ number }: { number: number }) {
  const format = useFormat();
  return (
    <Box
      aria-hidden="true"
      className="tabular"
      sx={{
        display: 'grid',
        placeItems: 'center',
        width: 18,
        height: 18,
        mx: '-4px',
        flexShrink: 0,
        borderRadius: '50%',
        bgcolor: 'primary.main',
        color: 'primary.contrastText',
        fontSize: '0.6875rem',
        fontWeight: 700,
      }}
    >
      {format.number(number)}
    </Box>
  );
}
