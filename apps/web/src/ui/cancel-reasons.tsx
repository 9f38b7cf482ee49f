// Why a ride is cancelled: the operator's reasons to choose from, for riders and drivers.
import FormControlLabel from '@mui/material/FormControlLabel';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import { useTranslation } from 'react-i18next';
import { answers } from '../lib/answers.ts';
import { shownAnswer } from '../lib/shown-answer.ts';
import { ErrorState, Loading } from './page-states.tsx';

interface CancelReasonsProps {
  readonly reason: string;
  readonly onChange: (reason: string) => void;
}

export function CancelReasons({ reason, onChange }: CancelReasonsProps) {
  const { t } = useTranslation();
  const { answer, problem, loading, reload } = shownAnswer(answers.getCancelReasons.useQuery());
  if (answer === null)
    return problem === null || loading ? (
      <Loading>{t('loading')}</Loading>
    ) : (
      <ErrorState problem={problem} onRetry={reload} />
    );
  const labels = answer.items.map(({ label }) => label);
  const reasons = labels.length > 0 ? labels : [t('reason_other')];
  return (
    <RadioGroup aria-label={t('cancel_reason')} value={reason} onChange={(_event, value) => onChange(value)}>
      {reasons.map((label) => (
        <FormControlLabel
          key={label}
          value={label}
          label={label}
          control={<Radio />}
          sx={{ minHeight: 44 }}
        />
      ))}
    </RadioGroup>
  );
}
