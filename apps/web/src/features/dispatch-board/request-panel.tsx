// Panel of the chosen request: its details, phone numbers, and candidate drivers.
import type { BoardRow, BookingView, DriverCandidate } from '@kerb/contract';
import CloseOutlined from '@mui/icons-material/CloseOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { answers } from '../../lib/answers.ts';
import { paths } from '../../lib/paths.ts';
import { useCarName } from '../../lib/use-car-types.ts';
import { useSettings } from '../../lib/use-settings.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Link } from '../../ui/link.tsx';
import { LoadingButton } from '../../ui/loading-button.tsx';
import { CandidateRow } from '../../ui/operation/candidate-row.tsx';
import { Loading } from '../../ui/page-states.tsx';
import { Placeholder } from '../../ui/placeholder.tsx';
import { Stations } from '../../ui/stations.tsx';
import { StatusChip } from '../../ui/status-chip.tsx';
import { CallLinks } from './call-links.tsx';
import { RowClock } from './row-clock.tsx';
import { type Assigning, mayReassign, useAssign } from './use-assign.ts';

interface RequestPanelProps {
  readonly row: BoardRow;
  readonly clockAheadMs: number;
  /** Null for viewers who cannot assign drivers, and while loading. */
  readonly candidates: readonly DriverCandidate[] | null;
  readonly mayAssign: boolean;
  /** True while the dispatcher is choosing another driver for a trip that has not started. */
  readonly isReassigning: boolean;
  readonly onReassign: () => void;
  readonly candidate: string | null;
  readonly onCandidate: (driver: string | null) => void;
  /** Renders the screen's actions on the whole booking, such as cancelling it. */
  readonly renderActions: (booking: BookingView) => ReactNode;
  readonly onDone: (text: string) => void;
  readonly onClose: () => void;
}

export function RequestPanel(props: RequestPanelProps) {
  const { row, mayAssign, onClose } = props;
  const { t } = useTranslation();
  const { data: booking } = answers.getBooking.useQuery({ params: { id: row.id } });
  const assigning = useAssign(row, props.onDone);
  return (
    <Box
      component="section"
      tabIndex={-1}
      aria-label={t('board_request', { reference: row.reference })}
      sx={{ display: 'flex', flexDirection: 'column', minHeight: 0, maxHeight: '100%' }}
    >
      <Box sx={{ display: 'flex', alignItems: 'flex-start', gap: 1, paddingInlineStart: 2, pt: 1, pb: 0.5 }}>
        <PanelTitle row={row} clockAheadMs={props.clockAheadMs} />
        <IconButton aria-label={t('close')} onClick={onClose}>
          <CloseOutlined fontSize="small" />
        </IconButton>
      </Box>
      <Box sx={{ display: 'grid', gap: 1.5, px: 2, pb: 2, overflowY: 'auto', minHeight: 0 }}>
        <Stations
          stations={[
            { kind: 'pickup', address: row.pickup.add },
            { kind: 'drop', address: row.drop.add },
          ]}
        />
        <People row={row} booking={booking} />
        {mayAssign && (row.status === 'NEW' || props.isReassigning) && (
          <Candidates {...props} assigning={assigning} />
        )}
        {assigning.problem !== null && (
          <Typography role="alert" color="error">
            {assigning.problem}
          </Typography>
        )}
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
          {mayAssign && mayReassign(row.status) && !props.isReassigning && (
            <Button variant="outlined" onClick={props.onReassign}>
              {t('board_reassign')}
            </Button>
          )}
          {mayAssign && mayReassign(row.status) && (
            <LoadingButton
              variant="outlined"
              loading={assigning.busy}
              onClick={() => void assigning.reassign(null)}
            >
              {t('board_release')}
            </LoadingButton>
          )}
          {booking && props.renderActions(booking)}
          <Button component={Link} to={paths.booking(row.id)}>
            {t('board_open')}
          </Button>
        </Box>
      </Box>
      <RaceDialog {...props} assigning={assigning} />
    </Box>
  );
}

function PanelTitle({ row, clockAheadMs }: Pick<RequestPanelProps, 'row' | 'clockAheadMs'>) {
  const { t } = useTranslation();
  const carName = useCarName();
  return (
    <Box sx={{ flex: 1, minWidth: 0 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1 }}>
        <Typography component="h2" sx={{ fontWeight: 680 }}>
          <bdi>{row.reference}</bdi>
        </Typography>
        <StatusChip
          booking={{
            status: row.status,
            bookLater: row.tripdate !== null,
            tripdate: row.tripdate ?? row.since,
          }}
        />
      </Box>
      <Typography variant="body2" color={row.risk === null ? 'text.secondary' : 'error'}>
        {row.risk !== null && `${t(`board_risk_${row.risk}`)} · `}
        <span className="tabular">
          <RowClock row={row} clockAheadMs={clockAheadMs} />
        </span>
        {' · '}
        <bdi>{carName({ carType: row.carType })}</bdi>
      </Typography>
    </Box>
  );
}

interface PeopleProps {
  readonly row: BoardRow;
  readonly booking: BookingView | undefined;
}

function People({ row, booking }: PeopleProps) {
  const { t } = useTranslation();
  return (
    <Box sx={{ display: 'grid', gap: 1 }}>
      <CallLinks
        name={row.customer_name}
        about={t('usertype_rider')}
        contact={booking?.customer_contact ?? null}
        call={t('board_call_rider')}
        text={t('board_text_rider')}
      />
      {row.driver !== null && (
        <CallLinks
          name={row.driver_name ?? ''}
          about={row.vehicle_number ?? t('usertype_driver')}
          contact={booking?.driver_contact ?? null}
          call={t('board_call_driver')}
          text={t('board_text_driver')}
        />
      )}
    </Box>
  );
}

function Candidates(props: RequestPanelProps & { readonly assigning: Assigning }) {
  const { row, candidates, candidate, onCandidate, assigning } = props;
  const { t } = useTranslation();
  const autoDispatch = useSettings()?.autoDispatch ?? true;
  const chosen = candidates?.find(({ driver }) => driver === candidate) ?? null;
  const isNew = row.status === 'NEW';
  const give = (to: DriverCandidate) => (isNew ? assigning.assign(to) : assigning.reassign(to));
  return (
    <Box sx={{ display: 'grid', gap: 1 }}>
      <Typography component="h3" variant="body2" sx={{ fontWeight: 680 }}>
        {t('board_candidates')}
      </Typography>
      <CandidateList candidates={candidates} candidate={candidate} onCandidate={onCandidate} />
      {isNew && autoDispatch ? (
        <Typography variant="body2" color="text.secondary">
          {t('booking_why_assign_auto')}
        </Typography>
      ) : (
        <LoadingButton
          variant="contained"
          loading={assigning.busy}
          disabled={chosen === null}
          onClick={() => chosen && void give(chosen)}
        >
          {chosen === null
            ? t(isNew ? 'assign_confirm' : 'board_reassign')
            : t(isNew ? 'board_assign_to' : 'board_reassign_to', { driver: chosen.name })}
        </LoadingButton>
      )}
    </Box>
  );
}

/** Number of nearest candidates listed here; the booking's page lists more. */
const LISTED = 8;

function CandidateList({
  candidates,
  candidate,
  onCandidate,
}: Pick<RequestPanelProps, 'candidates' | 'candidate' | 'onCandidate'>) {
  const { t } = useTranslation();
  if (candidates === null)
    return (
      <Loading>
        <Box sx={{ display: 'grid', gap: 1 }}>
          <Placeholder height={72} />
          <Placeholder height={72} />
        </Box>
      </Loading>
    );
  if (candidates.length === 0)
    return <Typography color="text.secondary">{t('board_no_candidates')}</Typography>;
  return (
    <Box role="radiogroup" aria-label={t('board_candidates')} sx={{ display: 'grid', gap: 0.75 }}>
      {candidates.slice(0, LISTED).map((one) => (
        <CandidateRow
          key={one.driver}
          candidate={one}
          chosen={one.driver === candidate}
          onChoose={() => onCandidate(one.driver)}
        />
      ))}
    </Box>
  );
}

function RaceDialog({ row, candidates, assigning }: RequestPanelProps & { readonly assigning: Assigning }) {
  const { t } = useTranslation();
  const { race } = assigning;
  const offered = candidates?.find((one) => one.asked) ?? null;
  return (
    <ConfirmDialog
      open={race !== null}
      title={t('board_race_title')}
      confirmText={t('board_ask_too', { driver: race?.wanted.name ?? '' })}
      busy={assigning.busy}
      onConfirm={() => race && void assigning.assign(race.wanted, true)}
      onClose={assigning.dismiss}
    >
      {t('board_race_asked', {
        admin: offered?.asked_by ?? t('usertype_admin'),
        reference: row.reference,
        driver: offered?.name ?? t('usertype_driver'),
        other: race?.wanted.name ?? '',
      })}
    </ConfirmDialog>
  );
}
