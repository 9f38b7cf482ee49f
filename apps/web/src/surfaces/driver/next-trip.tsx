// The follow-on trip that the driver has accepted: place, time, and a button to return it.
import { fetchBookings } from '@kerb/sdk/store';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { client, useKerbDispatch } from '../../lib/store.ts';
import { useFormat } from '../../lib/use-format.ts';
import { useSubmission } from '../../lib/use-submission.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { firstNameOf } from '../../ui/first-name.ts';
import { ProblemText } from '../../ui/problem-text.tsx';
import { useOwnTrip } from './use-own-trip.ts';

export function NextTrip() {
  const { t } = useTranslation();
  const { time } = useFormat();
  const dispatch = useKerbDispatch();
  const trip = useOwnTrip('next');
  const [asks, setAsks] = useState(false);
  const { busy, problem, run } = useSubmission();
  if (!trip?.followOn) return null;

  const giveBack = async () => {
    // Within the step, so that a second click closes nothing.
    await run(async () => {
      try {
        await client.giveBackBooking({ params: { id: trip.id }, body: {} });
      } finally {
        setAsks(false);
        void dispatch(fetchBookings());
      }
    });
  };

  return (
    <Box sx={{ display: 'grid', gap: 0.5, p: 2, borderRadius: '18px', bgcolor: 'background.subtle' }}>
      <Typography variant="h4" component="h2">
        {t('next_trip', { name: firstNameOf(trip.customer_name) })}
      </Typography>
      <Typography>{t('next_trip_at', { time: time(trip.followOn.pickupAt) })}</Typography>
      <Box sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: 1 }}>
        <Typography color="text.secondary" sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
          {trip.pickupAddress}
        </Typography>
        <Button color="inherit" size="large" onClick={() => setAsks(true)} sx={{ flexShrink: 0 }}>
          {t('next_trip_give_back')}
        </Button>
      </Box>
      <ProblemText problem={problem} />
      <ConfirmDialog
        open={asks}
        title={t('next_trip_give_back_title')}
        confirmText={t('next_trip_give_back')}
        destructive
        busy={busy}
        onConfirm={() => void giveBack()}
        onClose={() => setAsks(false)}
      >
        {t('next_trip_give_back_text')}
      </ConfirmDialog>
    </Box>
  );
}
