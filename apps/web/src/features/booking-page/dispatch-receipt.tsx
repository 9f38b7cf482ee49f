// The dispatch receipt: one offer round with its candidates on a map, who received an offer and why the others did not;
// and the driver planned for a later booking.
import type { RouteAnswer, Routes } from '@kerb/contract';
import { CANDIDATE_DAYS, type DispatchGate, dispatchGates } from '@kerb/domain/dispatch';
import type { AddressedPoint } from '@kerb/domain/geo';
import { KM_PER_MILE, MS_PER_DAY } from '@kerb/domain/kernel';
import { dispatchPolicy } from '@kerb/domain/settings';
import PlaceOutlined from '@mui/icons-material/PlaceOutlined';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { answers } from '../../lib/answers.ts';
import { paths } from '../../lib/paths.ts';
import { shownResponse } from '../../lib/shown-response.ts';
import { useFormat } from '../../lib/use-format.ts';
import { useSettings } from '../../lib/use-settings.ts';
import { Link } from '../../ui/link.tsx';
import { ErrorState, Loading } from '../../ui/page-states.tsx';
import { Placeholder } from '../../ui/placeholder.tsx';
import { ToneChip } from '../../ui/tone-chip.tsx';
import { type Candidate, type Round, RoundMap } from './round-map.tsx';

interface DispatchReceiptProps {
  readonly booking: string;
  readonly pickup: AddressedPoint;
  /** True for a later booking without a driver: dispatch may plan one, so the receipt is polled every minute. */
  readonly isPlanned: boolean;
}

const PLANNED_EVERY_MS = 60_000;

export function DispatchReceipt({ booking, pickup, isPlanned }: DispatchReceiptProps) {
  const { t } = useTranslation();
  const { answer, problem, reload } = shownResponse(
    answers.getDispatchReceipt.useQuery(
      { params: { id: booking } },
      { pollingInterval: isPlanned ? PLANNED_EVERY_MS : 0 },
    ),
  );
  const rounds = answer?.rounds ?? null;
  if (rounds === null && problem !== null) return <ErrorState problem={problem} onRetry={reload} />;
  if (rounds === null)
    return (
      <Loading>
        <Box sx={{ display: 'grid', gap: 1 }}>
          <Placeholder width="50%" height={24} />
          <Placeholder height={44} />
          <Placeholder height={44} />
        </Box>
      </Loading>
    );
  return (
    <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      {answer?.planned && <PlannedDriver planned={answer.planned} />}
      {rounds.length === 0 ? (
        <Typography color="text.secondary">{t('bp_no_rounds')}</Typography>
      ) : (
        <Rounds rounds={rounds} pickup={pickup} />
      )}
    </Box>
  );
}

type Planned = NonNullable<RouteAnswer<Routes['getDispatchReceipt']>['planned']>;

function PlannedDriver({ planned: { driver, name, arrivesAt, plannedAt } }: { planned: Planned }) {
  const { t } = useTranslation();
  const { time } = useFormat();
  return (
    <Box>
      <Typography sx={{ overflowWrap: 'anywhere' }}>
        {t('bp_planned_driver')}
        {': '}
        <Box component={Link} to={paths.person(driver)} sx={{ color: 'inherit', fontWeight: 600 }}>
          <bdi>{name || t('bp_unnamed')}</bdi>
        </Box>
      </Typography>
      <Typography variant="body2" color="text.secondary" className="tabular">
        {t('bp_planned_details', { arrives: time(arrivesAt), planned: time(plannedAt) })}
      </Typography>
    </Box>
  );
}

/** Shows one offer round: the last one, until the user chooses another. */
function Rounds({ rounds, pickup }: { rounds: readonly Round[]; pickup: AddressedPoint }) {
  const { t } = useTranslation();
  const format = useFormat();
  const [chosen, setChosen] = useState<number | null>(null);
  const index = rounds.findIndex(({ at }) => at === chosen);
  const at = index === -1 ? rounds.length - 1 : index;
  const round = rounds[at];
  const name = (one: Round, nth: number) =>
    t('bp_round', { number: format.number(nth + 1), when: format.time(one.at) });
  return (
    <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      {rounds.length > 1 && round && (
        <TextField
          select
          size="small"
          label={t('bp_round_choose')}
          value={round.at}
          onChange={({ target }) => setChosen(Number(target.value))}
          slotProps={{ select: { native: true } }}
          sx={{ maxWidth: 320 }}
        >
          {rounds.map((one, nth) => (
            <option key={one.at} value={one.at}>
              {name(one, nth)}
            </option>
          ))}
        </TextField>
      )}
      {round && <RoundView key={round.at} round={round} number={at + 1} pickup={pickup} />}
    </Box>
  );
}

interface RoundViewProps {
  readonly round: Round;
  readonly number: number;
  readonly pickup: AddressedPoint;
}

function RoundView({ round, number, pickup }: RoundViewProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const [chosen, setChosen] = useState<string | null>(null);
  const known = dispatchPolicy.safeParse(round.policy).data;
  const policy = known === undefined ? round.policy : t(`bp_policy_${known}`);
  const isRemoved = Date.now() - round.at > CANDIDATE_DAYS * MS_PER_DAY;
  return (
    <Box component="section" sx={{ display: 'grid', gap: 1 }}>
      <Typography component="h3" sx={{ fontWeight: 600 }}>
        {t('bp_round', { number: format.number(number), when: format.time(round.at) })}
      </Typography>
      <Typography variant="body2" color="text.secondary">
        {round.askAt === null ? policy : t('bp_ask_at', { when: format.dateTime(round.askAt) })}
      </Typography>
      {round.candidates.length === 0 ? (
        <Typography variant="body2">
          {isRemoved
            ? t('bp_candidates_removed', { days: format.number(CANDIDATE_DAYS) })
            : t('bp_nobody_near')}
        </Typography>
      ) : (
        <>
          <RoundMap
            number={number}
            pickup={pickup}
            candidates={round.candidates}
            chosen={chosen}
            onChoose={setChosen}
          />
          <Box sx={{ maxHeight: 400, overflowY: 'auto' }} tabIndex={0}>
            <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
              {round.candidates.map((candidate) => (
                <CandidateLine
                  key={candidate.driver}
                  candidate={candidate}
                  chosen={candidate.driver === chosen}
                  onChoose={setChosen}
                />
              ))}
            </Box>
          </Box>
        </>
      )}
      <UnlistedDrivers unlisted={round.unlisted} />
    </Box>
  );
}

/** The evaluated drivers that are not listed, counted by the reason they were not eligible. */
function UnlistedDrivers({ unlisted }: Pick<Round, 'unlisted'>) {
  const { t } = useTranslation();
  const format = useFormat();
  const reasons = Object.entries(unlisted);
  if (reasons.length === 0) return null;
  const list = reasons
    .map(([gate, count]) => `${format.number(count)} × ${isGate(gate) ? t(`candidate_gate_${gate}`) : gate}`)
    .join(', ');
  return (
    <Typography variant="body2" color="text.secondary">
      {t('bp_unlisted', { list })}
    </Typography>
  );
}

const isGate = (gate: string): gate is DispatchGate => dispatchGates.some((one) => one === gate);

interface CandidateLineProps {
  readonly candidate: Candidate;
  /** True for the candidate highlighted on the map. */
  readonly chosen: boolean;
  readonly onChoose: (driver: string | null) => void;
}

function CandidateLine({ candidate, chosen, onChoose }: CandidateLineProps) {
  const { t } = useTranslation();
  const { distance, duration } = useFormat();
  const inMiles = useSettings()?.convert_to_mile ?? false;
  const {
    driver,
    name,
    distance_in_km: km,
    eta_in_secs: eta,
    free_in_secs: free,
    gate,
    asked,
    offer_outcome: outcome,
    position,
  } = candidate;
  const facts = [
    km === null ? null : distance(inMiles ? km / KM_PER_MILE : km),
    eta === null ? null : duration(eta),
    free === null ? null : t('candidate_free_in', { time: duration(free) }),
  ].filter((fact) => fact !== null);
  return (
    <Box
      component="li"
      sx={{
        display: 'flex',
        alignItems: 'center',
        justifyContent: 'space-between',
        gap: 1,
        py: 1,
        borderTop: '1px solid',
        borderColor: 'divider',
        bgcolor: chosen ? 'background.subtle' : undefined,
      }}
    >
      <IconButton
        aria-label={t('bp_show_candidate', { name: name || t('bp_unnamed') })}
        aria-pressed={chosen}
        disabled={position === null}
        onClick={() => onChoose(chosen ? null : driver)}
        sx={{ color: chosen ? 'text.primary' : 'text.secondary' }}
      >
        <PlaceOutlined />
      </IconButton>
      <Box sx={{ minWidth: 0, flex: 1 }}>
        <Box component={Link} to={paths.person(driver)} sx={{ color: 'inherit', overflowWrap: 'anywhere' }}>
          <bdi>{name || t('bp_unnamed')}</bdi>
        </Box>
        <Typography variant="body2" color="text.secondary" className="tabular">
          {facts.length === 0 ? t('candidate_nowhere') : facts.join(' · ')}
        </Typography>
      </Box>
      {asked ? (
        <OfferChip outcome={outcome} />
      ) : (
        <ToneChip tone="waiting">
          {gate === null ? t('bp_not_asked') : isGate(gate) ? t(`candidate_gate_${gate}`) : gate}
        </ToneChip>
      )}
    </Box>
  );
}

/**
 * `outcome`: null while the offer is open, and for an offer that a later one has replaced; undefined in the answer of an
 * older server.
 */
function OfferChip({ outcome }: { outcome: Candidate['offer_outcome'] | undefined }) {
  const { t } = useTranslation();
  if (outcome === null || outcome === undefined)
    return <ToneChip tone="moving">{t('bp_was_asked')}</ToneChip>;
  return <ToneChip tone={outcome === 'accepted' ? 'done' : 'waiting'}>{t(`bp_offer_${outcome}`)}</ToneChip>;
}
