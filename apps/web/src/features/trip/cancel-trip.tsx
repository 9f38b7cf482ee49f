// Cancelling with a reason from the operator's list, and what it costs said before.
import type { BookingView } from '@kerb/contract';
import { fetchCancelReasons } from '@kerb/sdk/store';
import Box from '@mui/material/Box';
import FormControlLabel from '@mui/material/FormControlLabel';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import Typography from '@mui/material/Typography';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { client, useKerbDispatch, useKerbSelector } from '../../lib/store.ts';
import { useErrorText } from '../../lib/use-error-text.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { ErrorState, Loading } from '../../ui/page-states.tsx';
import { useTripAction } from './use-trip-action.ts';

interface CancelTripProps {
  readonly booking: BookingView;
  readonly open: boolean;
  readonly onClose: () => void;
  readonly trip: { update: (booking: BookingView) => void; retry: () => void };
}

export function CancelTrip({ booking, open, onClose, trip }: CancelTripProps) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const [reason, setReason] = useState('');
  const action = useTripAction(trip);
  const cancel = async () => {
    const done = await action.run(() =>
      client.cancelBooking({ params: { id: booking.id }, body: { reason } }),
    );
    if (done) onClose();
  };
  const underway = booking.status === 'ACCEPTED' || booking.status === 'ARRIVED';
  return (
    <ConfirmDialog
      open={open}
      title={t('cancel_title')}
      confirmText={t('cancel_ride')}
      cancelText={t('keep_ride')}
      destructive
      busy={action.busy}
      disabled={reason === ''}
      onConfirm={() => void cancel()}
      onClose={() => {
        action.clear();
        onClose();
      }}
    >
      <Box sx={{ display: 'grid', gap: 1 }}>
        <Typography color="text.secondary">
          {underway ? t('cancel_may_cost') : t('cancel_is_free')}
        </Typography>
        {open && <Reasons reason={reason} onChange={setReason} />}
        {action.problem !== null && (
          <Typography role="alert" color="error">
            {errorText(action.problem)}
          </Typography>
        )}
      </Box>
    </ConfirmDialog>
  );
}

function Reasons({ reason, onChange }: { reason: string; onChange: (reason: string) => void }) {
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
