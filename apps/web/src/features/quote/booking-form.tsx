// The booking form: where, which car, when; what follows Book is loaded when the form is touched.

import { fetchCarTypes } from '@kerb/sdk/store';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { type ComponentType, lazy, type ReactNode, Suspense, useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { loadTexts } from '../../lib/i18n/index.ts';
import { useKerbDispatch, useKerbSelector } from '../../lib/store.ts';
import { useAuth } from '../../lib/use-auth.ts';
import { useErrorText } from '../../lib/use-error-text.ts';
import { useSettings } from '../../lib/use-settings.ts';
import { Placeholder } from '../../ui/placeholder.tsx';
import { PrimaryAction } from '../../ui/primary-action.tsx';
import type { BookedFor } from './booking-choices.ts';
import type { PrepaymentProps } from './booking-dialogs.tsx';
import { CarSkeleton } from './car-skeleton.tsx';
import { TripPoints } from './trip-points.tsx';
import { useBookingStart } from './use-booking-start.ts';
import { useIssueText } from './use-issue-text.ts';
import type { Nearby } from './use-nearby.ts';
import type { useRoutePreview } from './use-route-preview.ts';
import { useRoutePrice } from './use-route-price.ts';
import { useSavedPlaces } from './use-saved-places.ts';
import type { PlaceKey, TripDraft } from './use-trip-draft.ts';

// There is nothing to choose from before the car types are here.
const CarChoice = lazy(async () => ({ default: (await import('./car-choice.tsx')).CarChoice }));
const WhenFields = lazy(async () => ({ default: (await import('./when-fields.tsx')).WhenFields }));
const PhonePrompt = lazy(async () => {
  const [{ PhonePrompt }] = await Promise.all([import('./phone-prompt.tsx'), loadTexts('quote')]);
  return { default: PhonePrompt };
});

interface BookingFormProps {
  readonly draft: TripDraft;
  readonly preview: ReturnType<typeof useRoutePreview>;
  readonly nearby: Nearby | null;
  /** In the console: the rider it is booked for. Left out: the signed-in user. */
  readonly bookedFor?: BookedFor;
  /** The payment dialog of deliveries; left out where nothing is paid before, as in the console. */
  readonly prepayment?: ComponentType<PrepaymentProps>;
  /** Offers to choose places on the map. */
  readonly onPickOnMap?: (place: PlaceKey) => void;
  /** Rendered above the places: the rider's field; `issue` is its validation error. */
  readonly before?: (issue: string | null) => ReactNode;
  /** Stands above the button: which driver is asked. */
  readonly after?: ReactNode;
}

export function BookingForm(props: BookingFormProps) {
  const { draft, preview, nearby, bookedFor } = props;
  const { t } = useTranslation();
  const { user } = useAuth();
  const cars = useCars();
  const settings = useSettings();
  // An admin's own places are no help to a rider.
  const saved = useSavedPlaces(bookedFor ? null : (user?.id ?? null));
  const { when, setWhen } = draft;
  const free = nearby?.carTypes.find((entry) => entry.carType === draft.carType);
  const booking = useBookingStart();
  const [phone, setPhone] = useState<'unasked' | 'asked' | 'declined'>('unasked');
  const lacksPhone = !bookedFor && user?.usertype === 'rider' && !user.mobile;
  const issueOf = useIssueText(booking.issues, {
    rider: bookedFor?.rider,
    pickup: draft.pickup,
    drop: draft.drop,
    waypoints: draft.waypoints,
    carType: draft.carType,
    tripdate: when.bookLater && when.tripdate,
  });
  const prices = usePrices(preview.route, cars.list);
  return (
    <Box
      component="form"
      noValidate
      aria-label={t('booking_form')}
      onSubmit={(event) => {
        event.preventDefault();
        if (lacksPhone && phone === 'unasked') setPhone('asked');
        else booking.start();
      }}
      onFocus={booking.prepare}
      sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 1.5 }}
    >
      {props.before?.(issueOf('rider'))}
      <TripPoints
        draft={draft}
        near={settings?.city.center ?? null}
        saved={saved.items}
        onForget={saved.forget}
        onPickOnMap={props.onPickOnMap}
        issueOf={issueOf}
      />
      {preview.problem !== null && <Problem of={preview.problem} />}
      <Suspense fallback={<CarSkeleton />}>
        <CarChoice
          cars={cars.list}
          problem={cars.problem}
          onRetry={cars.retry}
          chosen={draft.carType}
          onChoose={draft.setCar}
          nearby={nearby}
          later={when.bookLater}
          prices={prices}
          issue={issueOf('carType')}
        />
      </Suspense>
      <Suspense fallback={<Placeholder height={48} />}>
        <WhenFields when={when} onChange={setWhen} issue={issueOf('tripdate')} />
      </Suspense>
      {props.after}
      <PrimaryAction type="submit" loading={booking.busy}>
        {when.bookLater ? t('book_later') : t('book_now')}
      </PrimaryAction>
      {booking.problem !== null && <Problem of={booking.problem} />}
      {phone !== 'unasked' && (
        <Suspense fallback={null}>
          <PhonePrompt
            open={phone === 'asked'}
            onClose={() => {
              setPhone('declined');
              booking.start();
            }}
          />
        </Suspense>
      )}
      {booking.Dialogs && (
        <booking.Dialogs
          {...booking.link}
          cars={cars.list}
          driversNearby={nearby && draft.carType ? (free?.count ?? 0) : null}
          bookedFor={bookedFor}
          prepayment={props.prepayment}
        />
      )}
    </Box>
  );
}

function Problem({ of }: { of: unknown }) {
  const errorText = useErrorText();
  return (
    <Typography role="alert" variant="body2" color="error">
      {errorText(of)}
    </Typography>
  );
}

/** What the route costs with each car type; null until it is known. */
function usePrices(route: BookingFormProps['preview']['route'], cars: ReturnType<typeof useCars>['list']) {
  const settings = useSettings();
  const priceOf = useRoutePrice(route !== null);
  return useMemo(() => {
    if (!priceOf || !route || !cars || !settings) return null;
    return new Map(cars.map((car) => [car.id, priceOf(car, route, settings)]));
  }, [priceOf, route, cars, settings]);
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
