// The dispatch receipt: each round in which drivers were looked for, who was asked, and why the others were not.
import type { RouteAnswer, Routes } from '@kerb/contract';
import { type DispatchGate, dispatchGates } from '@kerb/domain/dispatch';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { paths } from '../../lib/paths.ts';
import { client } from '../../lib/store.ts';
import { useFormat, useSettings } from '../../lib/use-settings.ts';
import { Link } from '../../ui/link.tsx';
import { ErrorState, Loading } from '../../ui/page-states.tsx';
import { Placeholder } from '../../ui/placeholder.tsx';
import { ToneChip } from '../../ui/tone-chip.tsx';

type Round = RouteAnswer<Routes['getDispatchReceipt']>['rounds'][number];
type Candidate = Round['candidates'][number];

const KM_PER_MILE = 1.609344;

/** `version` changes with the booking: the receipt is then read again. */
export function DispatchReceipt({ booking, version }: { booking: string; version: string }) {
  const { t } = useTranslation();
  const [rounds, setRounds] = useState<readonly Round[] | null>(null);
  const [problem, setProblem] = useState<unknown>(null);
  const load = useCallback(async () => {
    try {
      setRounds((await client.getDispatchReceipt({ params: { id: booking } })).rounds);
      setProblem(null);
    } catch (error) {
      setProblem(error);
    }
  }, [booking]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another version is another receipt
  useEffect(() => void load(), [load, version]);

  if (rounds === null && problem !== null)
    return <ErrorState problem={problem} onRetry={() => void load()} />;
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
  if (rounds.length === 0) return <Typography color="text.secondary">{t('bp_no_rounds')}</Typography>;
  return (
    <Box sx={{ display: 'grid', gap: 2, maxHeight: 480, overflowY: 'auto' }} tabIndex={0}>
      {rounds.map((round, index) => (
        <RoundView key={round.at} round={round} number={index + 1} />
      ))}
    </Box>
  );
}

function RoundView({ round, number }: { round: Round; number: number }) {
  const { t } = useTranslation();
  const format = useFormat();
  const policy =
    round.policy === 'broadcast' || round.policy === 'nearest' || round.policy === 'batched'
      ? t(`bp_policy_${round.policy}`)
      : round.policy;
  return (
    <Box component="section" sx={{ display: 'grid', gap: 1 }}>
      <Typography component="h3" sx={{ fontWeight: 600 }}>
        {t('bp_round', { number: format.number(number), when: format.time(round.at) })}
      </Typography>
      <Typography variant="body2" color="text.secondary">
        {round.askAt === null ? policy : t('bp_ask_at', { when: format.dateTime(round.askAt) })}
      </Typography>
      {round.candidates.length === 0 ? (
        <Typography variant="body2">{t('bp_nobody_near')}</Typography>
      ) : (
        <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
          {round.candidates.map((candidate) => (
            <CandidateLine key={candidate.driver} candidate={candidate} />
          ))}
        </Box>
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

function CandidateLine({ candidate }: { candidate: Candidate }) {
  const { t } = useTranslation();
  const { distance, duration } = useFormat();
  const inMiles = useSettings()?.convert_to_mile ?? false;
  const { driver, name, distance_in_km: km, eta_in_secs: eta, gate, asked } = candidate;
  const facts = [
    km === null ? null : distance(inMiles ? km / KM_PER_MILE : km),
    eta === null ? null : duration(eta),
  ].filter((fact) => fact !== null);
  return (
    <Box
      component="li"
      sx={{
        display: 'flex',
        alignItems: 'center',
        justifyContent: 'space-between',
        gap: 2,
        py: 1,
        borderTop: '1px solid',
        borderColor: 'divider',
      }}
    >
      <Box sx={{ minWidth: 0 }}>
        <Box component={Link} to={paths.person(driver)} sx={{ color: 'inherit', overflowWrap: 'anywhere' }}>
          <bdi>{name || t('bp_unnamed')}</bdi>
        </Box>
        <Typography variant="body2" color="text.secondary" className="tabular">
          {facts.length === 0 ? t('candidate_nowhere') : facts.join(' · ')}
        </Typography>
      </Box>
      {asked ? (
        <ToneChip tone="moving">{t('bp_was_asked')}</ToneChip>
      ) : (
        <ToneChip tone="waiting">
          {gate === null ? t('bp_not_asked') : isGate(gate) ? t(`candidate_gate_${gate}`) : gate}
        </ToneChip>
      )}
    </Box>
  );
}
