// List of the operator's cancellation reasons, for riders and drivers.
import { textIn } from '@kerb/domain/kernel';
import FormControlLabel from '@mui/material/FormControlLabel';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import { useTranslation } from 'react-i18next';
import { answers } from '../lib/answers.ts';
import { useLanguage } from '../lib/i18n/use-language.ts';
import { shownResponse } from '../lib/shown-response.ts';
import { ErrorState, Loading } from './page-states.tsx';

interface CancelReasonsProps {
  readonly reason: string;
  readonly onChange: (reason: string) => void;
}

export function CancelReasons({ reason, onChange }: CancelReasonsProps) {
  const { t } = useTranslation();
  const { locale } = useLanguage();
  const { answer, problem, loading, reload } = shownResponse(answers.getCancelReasons.useQuery());
  if (answer === null)
    return problem === null || loading ? (
      <Loading>{t('loading')}</Loading>
    ) : (
      <ErrorState problem={problem} onRetry={reload} />
    );
  // The booking stores the default text, from which the reason is found and shown in each reader's language.
  const reasons = answer.items.map((one) => ({ label: one.label, text: textIn(one, 'label', locale) }));
  if (reasons.length === 0) reasons.push({ label: t('reason_other'), text: t('reason_other') });
  return (
    <RadioGroup aria-label={t('cancel_reason')} value={reason} onChange={(_event, value) => onChange(value)}>
      {reasons.map(({ label, text }) => (
        <FormControlLabel key={label} value={label} label={text} control={<Radio />} sx={{ minHeight: 44 }} />
      ))}
    </RadioGroup>
  );
}
