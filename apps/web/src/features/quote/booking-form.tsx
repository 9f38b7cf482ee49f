// Booking form: places, car type and time; the dialogs that follow Book are loaded when the form is first focused.
import type { CarType } from '@kerb/domain/fleet';
import { fetchCarTypes } from '@kerb/sdk/store';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { lazy, type ReactNode, Suspense, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { loadTexts } from '../../lib/i18n/index.ts';
import { useKerbDispatch, useKerbSelector } from '../../lib/store.ts';
import { useAuth } from '../../lib/use-auth.ts';
import { useErrorText } from '../../lib/use-error-text.ts';
import { useSettings } from '../../lib/use-settings.ts';
import { Placeholder } from '../../ui/placeholder.tsx';
import { PrimaryAction } from '../../ui/primary-action.tsx';
import type { BookedFor, DialogParts } from './booking-choices.ts';
import type { LoadPrepayment } from './booking-dialogs.tsx';
import { CarSkeleton } from './car-skeleton.tsx';
import { PointButtons, TripPoints } from './trip-points.tsx';
import { useBookingStart } from './use-booking-start.ts';
import { useFirstCar, useOwnPickup } from './use-first-choices.ts';
import { useIssueText } from './use-issue-text.ts';
import type { Nearby } from './use-nearby.ts';
import type { useRoutePreview } from './use-route-preview.ts';
import { useRoutePrice } from './use-route-price.ts';
import { useSavedPlaces } from './use-saved-places.ts';
import type { PlaceKey, TripDraft } from './use-trip-draft.ts';

// Loaded lazily: nothing can be chosen before the car types are loaded.
const CarChoice = lazy(async () => ({ default: (await import('./car-choice.tsx')).CarChoice }));
const WhenFields = lazy(async () => ({ default: (await import('./when-fields.tsx')).WhenFields }));
const BookText = lazy(async () => {
  const [{ BookText }] = await Promise.all([import('./book-text.tsx'), loadTexts('quote')]);
  return { default: BookText };
});
const PhonePrompt = lazy(async () => {
  const [{ PhonePrompt }] = await Promise.all([import('./phone-prompt.tsx'), loadTexts('quote')]);
  return { default: PhonePrompt };
});

interface BookingFormProps {
  readonly draft: TripDraft;
  readonly preview: ReturnType<typeof useRoutePreview>;
  readonly nearby: Nearby | null;
  /** In the console: the rider who the booking is for. Omit it to book for the signed-in user. */
  readonly bookedFor?: BookedFor;
  /** Payment dialog of deliveries; omit it where bookings are not prepaid, as in the console. */
  readonly loadPrepayment?: LoadPrepayment;
  /** Called to choose a place on the map; without it there is no such button. */
  readonly onPickOnMap?: (place: PlaceKey) => void;
  /** Rendered above the places: the rider's field; `issue` is its validation error. */
  readonly before?: (issue: string | null) => ReactNode;
  /** Rendered above the button, such as the choice of the driver. */
  readonly after?: ReactNode;
  /** True while a field outside the form is invalid and shows its own error: Book then does nothing. */
  readonly isBlocked?: boolean;
  /** Content added to the dialogs after Book. */
  readonly parts?: DialogParts;
}

const form = {
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: 1.5,
  // Leaves room for the sticky button, so that it does not cover a focused field.
  '& input, & button, & label': { scrollMarginBottom: 96 },
} as const;

/** Sticky bar with the button, visible while the form is longer than the window. */
const bar = {
  position: 'sticky',
  bottom: 0,
  zIndex: 1,
  display: 'grid',
  gap: 1,
  mb: -1.5,
  pb: 'calc(12px + env(safe-area-inset-bottom))',
  bgcolor: 'background.paper',
  '&::before': {
    content: '""',
    position: 'absolute',
    insetInline: 0,
    bottom: '100%',
    height: 16,
    pointerEvents: 'none',
    background: 'linear-gradient(transparent, var(--mui-palette-background-paper))',
  },
} as const;

/** Data of the form besides its draft: car types, prices, saved places, and the state of the booking. */
function useBookingForm({ draft, preview, nearby, bookedFor }: BookingFormProps) {
  const { known, user } = useAuth();
  const cars = useCars();
  // For an admin who books for a rider, the admin's own saved places are not useful.
  const saved = useSavedPlaces(bookedFor ? null : (user?.id ?? null));
  useOwnPickup(!bookedFor, Boolean(draft.entries.pickup));
  useFirstCar(bookedFor ? null : cars.list, nearby, draft);
  const booking = useBookingStart();
  const lacksPhone = !bookedFor && user?.usertype === 'rider' && !user.mobile;
  const phone = usePhonePrompt(lacksPhone, booking.start);
  // The error of a place also ends when its text changes.
  const { entries } = draft;
  const stopEntries = draft.stops.map(({ key }) => entries[key]).join('');
  const issueOf = useIssueText(booking.issues, {
    rider: bookedFor?.rider,
    pickup: entries.pickup ?? draft.pickup,
    drop: entries.drop ?? draft.drop,
    waypoints: stopEntries || draft.waypoints,
    carType: draft.carType,
    tripdate: draft.when.bookLater && draft.when.tripdate,
  });
  const prices = usePrices(preview.route, cars.list);
  const isLoading = !known || (cars.list === null && cars.problem === null);
  return { cars, saved, booking, isLoading, phone, issueOf, prices };
}

/** Free drivers, and one who finishes a trip nearby where none is free: the server accepts a booking for either. */
const driversFor = (around: Nearby['carTypes'][number] | undefined): number =>
  around ? around.count || Number(around.finishing_nearby) : 0;

export function BookingForm(props: BookingFormProps) {
  const { draft, preview, nearby, bookedFor } = props;
  const { t } = useTranslation();
  const settings = useSettings();
  const { cars, saved, booking, isLoading, phone, issueOf, prices } = useBookingForm(props);
  const addButton = useRef<HTMLButtonElement>(null);
  const { when, setWhen } = draft;
  const around = nearby?.carTypes.find((entry) => entry.carType === draft.carType);
  return (
    <Box
      component="form"
      noValidate
      aria-label={t('booking_form')}
      onSubmit={(event) => {
        event.preventDefault();
        if (!props.isBlocked) phone.submit();
      }}
      onFocus={booking.prepare}
      sx={form}
    >
      {props.before?.(issueOf('rider'))}
      <TripPoints
        draft={draft}
        near={settings?.city.center ?? null}
        saved={saved.items}
        onForget={saved.forget}
        onPickOnMap={props.onPickOnMap}
        issueOf={issueOf}
        addButton={addButton}
      />
      <Suspense fallback={<Placeholder height={52} />}>
        <WhenFields
          when={when}
          onChange={setWhen}
          issue={issueOf('tripdate')}
          beside={<PointButtons draft={draft} addButton={addButton} />}
        />
      </Suspense>
      {preview.problem !== null && <Problem of={preview.problem} />}
      <Suspense fallback={<CarSkeleton />}>
        <CarChoice
          cars={cars.list}
          problem={cars.problem}
          onRetry={cars.retry}
          chosen={draft.carType}
          onChoose={draft.setCar}
          nearby={nearby}
          when={when}
          route={preview.route}
          prices={prices}
          issue={issueOf('carType')}
        />
      </Suspense>
      {props.after}
      <BookBar
        booking={booking}
        car={cars.list?.find(({ id }) => id === draft.carType)}
        prices={prices}
        seconds={when.bookLater ? null : (around?.nearest_in_secs ?? null)}
        later={when.bookLater}
      />
      {phone.prompt}
      {booking.Dialogs && (
        <booking.Dialogs
          {...booking.link}
          isLoading={isLoading}
          entries={draft.entries}
          cars={cars.list}
          driversNearby={nearby && draft.carType ? driversFor(around) : null}
          bookedFor={bookedFor}
          loadPrepayment={props.loadPrepayment}
          parts={props.parts}
        />
      )}
    </Box>
  );
}

/** Asks a rider without a mobile number for one before the booking starts, once; they can postpone it. */
function usePhonePrompt(isNeeded: boolean, start: () => void) {
  /** Undefined until the dialog was opened once. */
  const [isOpen, setOpen] = useState<boolean>();
  function submit(): void {
    if (isNeeded && isOpen === undefined) setOpen(true);
    else start();
  }
  function close(): void {
    setOpen(false);
    start();
  }
  const prompt = isOpen !== undefined && (
    <Suspense fallback={null}>
      <PhonePrompt open={isOpen} onClose={close} />
    </Suspense>
  );
  return { submit, prompt };
}

interface BookBarProps extends Omit<BookWordsProps, 'price'> {
  readonly booking: ReturnType<typeof useBookingStart>;
  readonly prices: ReadonlyMap<string, number> | null;
}

function BookBar({ booking, prices, ...words }: BookBarProps) {
  return (
    <Box sx={bar}>
      {booking.problem !== null && <Problem of={booking.problem} />}
      <PrimaryAction type="submit" loading={booking.busy} sx={{ px: 1.5 }}>
        <BookWords {...words} price={words.car && prices?.get(words.car.id)} />
      </PrimaryAction>
    </Box>
  );
}

interface BookWordsProps {
  readonly car: CarType | undefined;
  readonly price: number | undefined;
  readonly seconds: number | null;
  readonly later: boolean;
}

/** Text of the button: car type and price once they are known. */
function BookWords({ car, price, ...rest }: BookWordsProps) {
  const { t } = useTranslation();
  const words = rest.later ? t('book_later') : t('book_now');
  if (!car || price === undefined) return words;
  return (
    <Suspense fallback={words}>
      <BookText car={car} price={price} {...rest} />
    </Suspense>
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

/** Price of the route by car type; null until computed. */
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
