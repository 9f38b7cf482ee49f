// The dispatch board: the queue of requests beside the live map; a chosen request shows its candidate drivers.
import type { BookingView } from '@kerb/contract';
import Box from '@mui/material/Box';
import Drawer from '@mui/material/Drawer';
import useMediaQuery from '@mui/material/useMediaQuery';
import { type ReactNode, useCallback, useMemo, useRef, useState } from 'react';
import type { DemandPlace } from '../../map/fleet-plan.ts';
import { DoneNotice } from '../../ui/done-notice.tsx';
import { allDrivers, filtered } from './fleet-filter.ts';
import { MapPane } from './map-pane.tsx';
import type { QueueAlert } from './queue.ts';
import { QueuePane } from './queue-pane.tsx';
import { RequestPanel } from './request-panel.tsx';
import { useBoard } from './use-board.ts';
import { useChoices } from './use-choices.ts';
import { useLiveDrivers } from './use-live-drivers.ts';

interface DispatchBoardProps {
  /** Null while loading, and for viewers who are not allowed to see the demand. */
  readonly places: readonly DemandPlace[] | null;
  readonly alerts: readonly QueueAlert[];
  readonly mayAssign: boolean;
  readonly renderActions: (booking: BookingView) => ReactNode;
}

export function DispatchBoard({ places, alerts, mayAssign, renderActions }: DispatchBoardProps) {
  const isWide = useMediaQuery((theme: { breakpoints: { up: (key: 'lg') => string } }) =>
    theme.breakpoints.up('lg'),
  );
  const board = useBoard();
  const fleet = useLiveDrivers();
  const [filter, setFilter] = useState(allDrivers);
  const [done, setDone] = useState<string | null>(null);

  const rows = board.answer?.items ?? [];
  const choices = useChoices({ rows, drivers: fleet.drivers, mayAssign });
  const { request, chosen, choose, candidates, car } = choices;
  const shown = useMemo(() => fleet.drivers && filtered(fleet.drivers, filter), [fleet.drivers, filter]);

  const frame = useRef<HTMLDivElement>(null);
  const details = useRef<HTMLDivElement>(null);
  const enter = useCallback(() => details.current?.querySelector<HTMLElement>('section')?.focus(), []);
  const leave = () => {
    // Closing the details removes the focused element, so move the focus to the request's row.
    if (details.current?.contains(document.activeElement))
      frame.current?.querySelector<HTMLElement>(`[data-request="${request}"]`)?.focus();
    choose(null);
  };

  const panel = chosen && (
    <RequestPanel
      key={chosen.id}
      row={chosen}
      clockAheadMs={board.clockAheadMs}
      candidates={candidates.list}
      mayAssign={mayAssign}
      isReassigning={choices.isReassigning}
      onReassign={choices.reassign}
      candidate={choices.candidate}
      onCandidate={choices.setCandidate}
      renderActions={renderActions}
      onDone={setDone}
      onClose={leave}
    />
  );
  return (
    <Box
      ref={frame}
      sx={frameStyles}
      onKeyDown={({ key }) => {
        if (key === 'Escape') leave();
      }}
    >
      <QueuePane
        board={board}
        alerts={alerts}
        chosen={request}
        onChoose={choose}
        onEnter={enter}
        fleet={fleet}
        shown={shown}
        isFiltered={filter.state !== 'all' || filter.carType !== ''}
        car={car}
        onCar={choices.goTo}
      />
      <MapPane
        rows={rows}
        drivers={fleet.drivers}
        shown={shown}
        choices={choices}
        filter={filter}
        onFilter={setFilter}
        places={places}
        panel={isWide ? panel : null}
        panelRef={details}
      />
      {!isWide && <RequestDrawer panel={panel} onClose={() => choose(null)} />}
      <DoneNotice text={done} onClose={() => setDone(null)} />
    </Box>
  );
}

/** On narrow screens the panel of the chosen request is a drawer; null closes it. */
function RequestDrawer({ panel, onClose }: { readonly panel: ReactNode; readonly onClose: () => void }) {
  return (
    <Drawer
      anchor="bottom"
      open={panel !== null}
      onClose={onClose}
      slotProps={{ paper: { sx: { maxHeight: '78dvh', borderRadius: '16px 16px 0 0' } } }}
    >
      {panel}
    </Drawer>
  );
}

const frameStyles = {
  display: 'grid',
  flex: 1,
  minHeight: 0,
  gridTemplateColumns: {
    xs: 'minmax(0, 1fr)',
    sm: '320px minmax(0, 1fr)',
    lg: 'clamp(372px, 26%, 460px) minmax(0, 1fr)',
  },
  gridTemplateRows: { xs: 'auto 44dvh', sm: 'minmax(0, 1fr)' },
} as const;
