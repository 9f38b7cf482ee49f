// Row of a driver to whom a booking may be assigned: name, car, distance, time to the pickup, and why they are not
// eligible for an offer.
import type { DriverCandidate } from '@kerb/contract';
import { dispatchGates } from '@kerb/domain/dispatch';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../lib/use-format.ts';
import { RatingText } from '../rating-stars.tsx';
import { ToneChip } from '../tone-chip.tsx';
import { visuallyHidden } from '../visually-hidden.ts';

interface CandidateRowProps {
  readonly candidate: DriverCandidate;
  readonly chosen: boolean;
  readonly onChoose: () => void;
}

function StateChip({ candidate }: { candidate: DriverCandidate }) {
  const { t } = useTranslation();
  if (candidate.asked) return <ToneChip tone="moving">{t('candidate_asked')}</ToneChip>;
  if (candidate.gate === null) return <ToneChip tone="done">{t('candidate_free')}</ToneChip>;
  const gate = dispatchGates.find((known) => known === candidate.gate);
  return <ToneChip tone="due">{gate ? t(`candidate_gate_${gate}`) : candidate.gate}</ToneChip>;
}

export function CandidateRow({ candidate, chosen, onChoose }: CandidateRowProps) {
  const { t } = useTranslation();
  const { distance, duration } = useFormat();
  const { name, vehicle_number, vehicle_description, time_in_secs } = candidate;
  const far = candidate.distance === null ? t('candidate_nowhere') : distance(candidate.distance);
  const away = time_in_secs === null ? null : t('candidate_away', { time: duration(time_in_secs) });
  return (
    <Box
      component="label"
      sx={{
        position: 'relative',
        display: 'grid',
        gridTemplateColumns: 'minmax(0, 1fr) auto',
        columnGap: 2,
        rowGap: 0.25,
        alignItems: 'center',
        px: 1.5,
        py: 1.25,
        borderRadius: '14px',
        border: '2px solid',
        borderColor: chosen ? 'primary.main' : 'divider',
        cursor: 'pointer',
        '&:hover': { bgcolor: 'background.subtle' },
        '&:has(:focus-visible)': { outline: '2px solid', outlineColor: 'primary.main', outlineOffset: 2 },
      }}
    >
      <input
        type="radio"
        name="candidate"
        value={candidate.driver}
        checked={chosen}
        onChange={onChoose}
        style={visuallyHidden}
      />
      <Typography component="span" noWrap sx={{ fontWeight: 620 }}>
        <bdi>{name}</bdi>
      </Typography>
      <Typography component="span" className="tabular" sx={{ fontWeight: 620, textAlign: 'end' }}>
        {away ?? far}
      </Typography>
      <Box component="span" sx={{ display: 'flex', gap: 1, alignItems: 'center', flexWrap: 'wrap' }}>
        <Typography component="span" variant="body2" color="text.secondary">
          <bdi>{vehicle_number}</bdi>
          {vehicle_description !== '' && (
            <>
              {' · '}
              <bdi>{vehicle_description}</bdi>
            </>
          )}
        </Typography>
        {candidate.rating !== '' && <RatingText value={candidate.rating} />}
        <StateChip candidate={candidate} />
      </Box>
      <Typography component="span" variant="body2" color="text.secondary" sx={{ textAlign: 'end' }}>
        {away === null ? '' : far}
      </Typography>
    </Box>
  );
}
