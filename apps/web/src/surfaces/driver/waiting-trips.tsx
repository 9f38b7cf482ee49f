// The trips that the driver has accepted but not set out for, a follow-on trip and later ones: place, time, and a button
// to return each.
import type { BookingSummary } from '@kerb/contract';
import { LOOK_AHEAD_MS } from '@kerb/domain/dispatch';
import { ApiError } from '@kerb/sdk/client';
import { fetchBookings } from '@kerb/sdk/store';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { paths } from '../../lib/paths.ts';
import { client, useKerbDispatch } from '../../lib/store.ts';
import { useFormat } from '../../lib/use-format.ts';
import { useSubmission } from '../../lib/use-submission.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { firstNameOf } from '../../ui/first-name.ts';
import { ProblemText } from '../../ui/problem-text.tsx';
import { useWaitingTrips } from './use-own-trip.ts';

/** All of them, or on the page of a trip only this one: the page leads to the tasks once it has been returned. */
export function WaitingTrips({ only }: { only?: string }) {
  const trips = useWaitingTrips();
  const shown = only === undefined ? trips : trips.filter(({ id }) => id === only);
  return shown.map((trip) => <WaitingTrip key={trip.id} trip={trip} isOwnPage={only !== undefined} />);
}

function WaitingTrip({ trip, isOwnPage }: { trip: BookingSummary; isOwnPage: boolean }) {
  const { t } = useTranslation();
  const { time, dateTime } = useFormat();
  const dispatch = useKerbDispatch();
  const navigate = useNavigate();
  const [asks, setAsks] = useState(false);
  const { busy, problem, run } = useSubmission();
  const name = firstNameOf(trip.customer_name);

  const giveBack = async () => {
    // Within the step, so that a second click closes nothing.
    const givenBack = await run(async () => {
      try {
        await client.giveBackBooking({ params: { id: trip.id }, body: {} });
        void dispatch(fetchBookings());
      } catch (error) {
        // Without a response of the server nothing has changed that a reload could show.
        if (error instanceof ApiError && error.status !== 0) void dispatch(fetchBookings());
        throw error;
      } finally {
        setAsks(false);
      }
    });
    if (givenBack && isOwnPage) await navigate(paths.driverTrips);
  };

  return (
    <Box sx={{ display: 'grid', gap: 0.5, p: 2, borderRadius: '18px', bgcolor: 'background.subtle' }}>
      <Typography variant="h4" component="h2">
        {t(trip.followOn ? 'next_trip' : 'ahead_trip', { name })}
      </Typography>
      {trip.followOn ? (
        <Typography>{t('next_trip_at', { time: time(trip.followOn.pickupAt) })}</Typography>
      ) : (
        <>
          <Typography>{dateTime(trip.tripdate)}</Typography>
          <Typography color="text.secondary">
            {t('ahead_trip_begins', { time: time(trip.tripdate - LOOK_AHEAD_MS) })}
          </Typography>
        </>
      )}
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
        title={t(trip.followOn ? 'next_trip_give_back_title' : 'ahead_trip_give_back_title')}
        confirmText={t('next_trip_give_back')}
        destructive
        busy={busy}
        onConfirm={() => void giveBack()}
        onClose={() => setAsks(false)}
      >
        {t(trip.followOn ? 'next_trip_give_back_text' : 'ahead_trip_give_back_text')}
      </ConfirmDialog>
    </Box>
  );
}
