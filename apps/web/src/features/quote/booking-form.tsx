// The booking form: where, which car, when; then the estimate, the confirmation and the reference.

import type { TripPoint } from '@kerb/sdk/store';
import { fetchCarTypes } from '@kerb/sdk/store';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { lazy, Suspense, useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { paths } from '../../lib/paths.ts';
import { client, useKerbDispatch, useKerbSelector } from '../../lib/store.ts';
import { useAuth } from '../../lib/use-auth.ts';
import { useErrorText } from '../../lib/use-error-text.ts';
import { useSettings } from '../../lib/use-settings.ts';
import { PrimaryAction } from '../../ui/primary-action.tsx';
import { useOpenedOnce } from '../../ui/use-opened-once.ts';
import { CarChoice } from './car-choice.tsx';
import { TripPoints } from './trip-points.tsx';
import { useBookingFlow } from './use-booking-flow.ts';
import { useBookingRules } from './use-booking-rules.ts';
import type { Nearby } from './use-nearby.ts';
import type { useRoutePreview } from './use-route-preview.ts';
import { maxStops, type TripDraft } from './use-trip-draft.ts';
import { WhenFields } from './when-fields.tsx';

// Nothing of a dialog is needed to show the page.
const EstimateDialog = lazy(async () => ({
  default: (await import('./estimate-dialog.tsx')).EstimateDialog,
}));
const BookingAlert = lazy(async () => ({ default: (await import('./booking-alert.tsx')).BookingAlert }));
const SuccessDialog = lazy(async () => ({ default: (await import('./success-dialog.tsx')).SuccessDialog }));

interface BookingFormProps {
  readonly draft: TripDraft;
  readonly preview: ReturnType<typeof useRoutePreview>;
  readonly nearby: Nearby | null;
}

export function BookingForm({ draft, preview, nearby }: BookingFormProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { user } = useAuth();
  const cars = useCars();
  const settings = useSettings();
  const errorText = useErrorText();
  const saved = useSavedPlaces();
  const { when, setWhen } = draft;
  const rules = useBookingRules(preview.route !== null);
  const free = nearby?.carTypes.find((entry) => entry.carType === draft.carType);
  const flow = useBookingFlow(when, nearby && draft.carType ? (free?.count ?? 0) : null);
  const { route } = preview;
  const estimated = useOpenedOnce(flow.estimate !== null);
  const booked = useOpenedOnce(flow.booked !== null);
  const alerted = useOpenedOnce(flow.alert !== null);
  const prices = useMemo(() => {
    if (!rules || !route || !cars.list || !settings) return null;
    return new Map(cars.list.map((car) => [car.id, rules.priceOf(car, route, settings)]));
  }, [rules, route, cars.list, settings]);
  const leave = (to: string) => {
    flow.finish();
    void navigate(to);
  };
  return (
    <Box
      component="form"
      noValidate
      aria-label={t('booking_form')}
      onSubmit={(event) => {
        event.preventDefault();
        flow.book();
      }}
      sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 1.5 }}
    >
      <TripPoints
        pickup={draft.pickup}
        drop={draft.drop}
        stops={draft.stops}
        near={settings?.city.center ?? null}
        saved={saved}
        maxStops={maxStops}
        onPickup={draft.setPickup}
        onDrop={draft.setDrop}
        onStop={draft.setStop}
        onAddStop={draft.addStop}
        onRemoveStop={draft.removeStop}
        onSwap={draft.swap}
      />
      {preview.problem !== null && (
        <Typography role="alert" variant="body2" color="error">
          {errorText(preview.problem)}
        </Typography>
      )}
      <CarChoice
        cars={cars.list}
        problem={cars.problem}
        onRetry={cars.retry}
        chosen={draft.carType}
        onChoose={draft.setCar}
        nearby={nearby}
        prices={prices}
      />
      <WhenFields when={when} onChange={setWhen} />
      <PrimaryAction type="submit" loading={flow.busy && !flow.estimate}>
        {when.bookLater ? t('book_later') : t('book_now')}
      </PrimaryAction>
      <Suspense fallback={null}>
        {estimated && (
          <EstimateDialog
            estimate={flow.estimate}
            carName={cars.list?.find((car) => car.id === flow.estimate?.carType)?.name ?? ''}
            tripdate={when.bookLater ? when.tripdate : null}
            walletBalance={user?.walletBalance ?? 0}
            busy={flow.busy}
            onConfirm={flow.confirm}
            onCancel={flow.cancelEstimate}
          />
        )}
        {booked && (
          <SuccessDialog
            booked={flow.booked}
            onTrack={() => leave(flow.booked ? paths.trip(flow.booked.booking_id) : paths.bookings)}
            onClose={() => leave(paths.bookings)}
          />
        )}
        {alerted && <BookingAlert issue={flow.alert} onClose={flow.closeAlert} />}
      </Suspense>
    </Box>
  );
}

function useCars() {
  const dispatch = useKerbDispatch();
  const { cars, error } = useKerbSelector((state) => state.cartypes);
  useEffect(() => {
    void dispatch(fetchCarTypes());
  }, [dispatch]);
  return {
    list: cars,
    problem: error.flag ? error.msg : null,
    retry: () => void dispatch(fetchCarTypes()),
  };
}

/** The rider's saved addresses, most used first; none for visitors. */
function useSavedPlaces(): readonly TripPoint[] {
  const { user } = useAuth();
  const uid = user?.id ?? null;
  const [saved, setSaved] = useState<readonly TripPoint[]>([]);
  useEffect(() => {
    setSaved([]);
    if (uid === null) return;
    const running = new AbortController();
    client.getSavedAddresses({}, { signal: running.signal }).then(
      ({ items }) =>
        setSaved(items.slice(0, 5).map(({ lat, lng, description }) => ({ lat, lng, add: description }))),
      // The form works without them.
      () => undefined,
    );
    return () => running.abort();
  }, [uid]);
  return saved;
}
