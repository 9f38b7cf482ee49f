// Why a ride is cancelled: the operator's reasons to choose from, for riders and drivers.
import { fetchCancelReasons } from '@kerb/sdk/store';
import FormControlLabel from '@mui/material/FormControlLabel';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useKerbDispatch, useKerbSelector } from '../lib/store.ts';
import { ErrorState, Loading } from './page-states.tsx';

interface CancelReasonsProps {
  readonly reason: string;
  readonly onChange: (reason: string) => void;
}

export function CancelReasons({ reason, onChange }: CancelReasonsProps) {
  const { t } = useTranslation();
  const dispatch = useKerbDispatch();
  const { simple, error } = useKerbSelector((state) => state.cancelreasondata);
  useEffect(() => {
    void dispatch(fetchCancelReasons());
  }, [dispatch]);
  if (error.flag)
    return <ErrorState problem={error.msg} onRetry={() => void dispatch(fetchCancelReasons())} />;
  if (simple === null) return <Loading>{t('loading')}</Loading>;
  const reasons = simple.length > 0 ? simple : [t('reason_other')];
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
