// Lets an admin choose the driver of a new booking from those near the pickup, or none yet; shown while autoDispatch is off.
import type { LatLng } from '@kerb/domain/geo';
import Box from '@mui/material/Box';
import Radio from '@mui/material/Radio';
import Typography from '@mui/material/Typography';
import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../lib/use-format.ts';
import { useSettings } from '../../lib/use-settings.ts';
import { ErrorState, Loading } from '../../ui/page-states.tsx';
import { Placeholder } from '../../ui/placeholder.tsx';
import { type Candidate, useCandidates } from './use-candidates.ts';

interface DriverChoiceProps {
  readonly pickup: LatLng | null;
  readonly carType: string | null;
  /** uid; null while no driver is chosen. */
  readonly value: string | null;
  readonly onChange: (driver: string | null) => void;
}

export function DriverChoice(props: DriverChoiceProps) {
  const { t } = useTranslation();
  const automatic = useSettings()?.autoDispatch ?? true;
  return (
    <Box component="fieldset" sx={{ border: 0, p: 0, m: 0, minWidth: 0, display: 'grid', gap: 0.5 }}>
      <Typography component="legend" variant="body2" sx={{ fontWeight: 600, p: 0, mb: 0.5 }}>
        {t('driver_choice')}
      </Typography>
      {automatic ? (
        <Typography variant="body2" color="text.secondary">
          {t('driver_automatic')}
        </Typography>
      ) : (
        <ByHand {...props} />
      )}
    </Box>
  );
}

function ByHand({ pickup, carType, value, onChange }: DriverChoiceProps) {
  const { t } = useTranslation();
  const { duration } = useFormat();
  const { items, problem, retry } = useCandidates({ pickup, carType, chosen: value });
  // After a change of car type or pickup, the chosen driver may no longer be available.
  const gone = items !== null && value !== null && !items.some(({ driver }) => driver === value);
  useEffect(() => {
    if (gone) onChange(null);
  }, [gone, onChange]);
  const facts = ({ vehicle_number, busy, time_in_secs }: Candidate): string => {
    if (busy) return t('driver_busy_now', { vehicle: vehicle_number });
    if (time_in_secs === null) return vehicle_number;
    return t('driver_away', { vehicle: vehicle_number, time: duration(time_in_secs) });
  };
  const ready = pickup !== null && carType !== null;
  return (
    <>
      <Choice
        chosen={value === null}
        onChoose={() => onChange(null)}
        name={t('driver_none_yet')}
        facts={t('driver_none_yet_text')}
      />
      {items?.map((candidate) => (
        <Choice
          key={candidate.driver}
          chosen={value === candidate.driver}
          onChoose={() => onChange(candidate.driver)}
          name={<bdi>{candidate.name}</bdi>}
          facts={<bdi>{facts(candidate)}</bdi>}
        />
      ))}
      {!ready && <Note text={t('driver_choice_first')} />}
      {items?.length === 0 && <Note text={t('driver_choice_nobody')} />}
      {ready && items === null && problem === null && (
        <Loading>
          <Placeholder height={56} />
        </Loading>
      )}
      {problem !== null && <ErrorState problem={problem} onRetry={retry} />}
    </>
  );
}

function Note({ text }: { text: string }) {
  return (
    <Typography variant="body2" color="text.secondary" role="status" sx={{ px: 1.5 }}>
      {text}
    </Typography>
  );
}

interface ChoiceProps {
  readonly chosen: boolean;
  readonly onChoose: () => void;
  readonly name: ReactNode;
  readonly facts: ReactNode;
}

function Choice({ chosen, onChoose, name, facts }: ChoiceProps) {
  return (
    <Box
      component="label"
      sx={{
        display: 'flex',
        alignItems: 'center',
        gap: 1,
        minHeight: 56,
        px: 1,
        borderRadius: '12px',
        cursor: 'pointer',
        border: '2px solid',
        borderColor: chosen ? 'primary.main' : 'transparent',
        bgcolor: chosen ? 'background.paper' : 'background.subtle',
      }}
    >
      <Radio size="small" checked={chosen} onChange={onChoose} name="driver" />
      <Box sx={{ minWidth: 0 }}>
        <Typography component="div" noWrap sx={{ fontWeight: 600 }}>
          {name}
        </Typography>
        <Typography component="div" variant="body2" color="text.secondary" noWrap>
          {facts}
        </Typography>
      </Box>
    </Box>
  );
}
