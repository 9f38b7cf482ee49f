// /addbookings: an admin books for a rider, with the landing page's own form beside the map.
import type { User } from '@kerb/contract';
import Box from '@mui/material/Box';
import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DriverChoice } from '../../features/add-booking/driver-choice.tsx';
import { RiderPicker } from '../../features/add-booking/rider-picker.tsx';
import type { BookedFor } from '../../features/quote/booking-choices.ts';
import { BookingForm } from '../../features/quote/booking-form.tsx';
import { useMapPicking } from '../../features/quote/use-map-picking.tsx';
import { useNearby } from '../../features/quote/use-nearby.ts';
import { useRoutePreview } from '../../features/quote/use-route-preview.ts';
import { useTripDraft } from '../../features/quote/use-trip-draft.ts';
import { useKerbSelector } from '../../lib/store.ts';
import { useSettings } from '../../lib/use-settings.ts';
import { KerbMap } from '../../map/kerb-map.tsx';
import { ConsoleShell } from '../../ui/console-shell.tsx';

/** A number that is hidden from a showcase is a number all the same. */
const riderOf = ({ id, mobile, approved, walletBalance }: User): BookedFor['rider'] => ({
  id,
  mobile: mobile ?? '*',
  approved,
  walletBalance,
});

/** The rider and the driver of one booking: forgotten when it is made and looked at. */
function useBookedFor() {
  const [rider, setRider] = useState<User | null>(null);
  const [driver, setDriver] = useState<string | null>(null);
  const booked = useKerbSelector((state) => state.bookingdata.booking !== null);
  const [made, setMade] = useState(false);
  useEffect(() => {
    if (booked) return setMade(true);
    if (!made) return;
    setMade(false);
    setRider(null);
    setDriver(null);
  }, [booked, made]);
  const bookedFor = useMemo<BookedFor>(() => ({ rider: rider && riderOf(rider), driver }), [rider, driver]);
  return { rider, setRider, driver, setDriver, bookedFor };
}

export function AddBookingScreen() {
  const { t } = useTranslation();
  const settings = useSettings();
  const home = settings?.city.center ?? null;
  const draft = useTripDraft();
  const preview = useRoutePreview(draft.pickup, draft.drop, draft.waypoints);
  const nearby = useNearby(draft.pickup ?? home);
  const picking = useMapPicking(draft, home);
  const { rider, setRider, driver, setDriver, bookedFor } = useBookedFor();
  const cars = useMemo(
    () => (nearby?.cars ?? []).map((car) => ({ ...car, id: `${car.lat},${car.lng}`, at: 0 })),
    [nearby],
  );
  return (
    <ConsoleShell title={t('nav_addbookings')}>
      <Box
        sx={{
          display: 'grid',
          gap: 3,
          alignItems: 'start',
          minWidth: 0,
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 440px) minmax(0, 1fr)' },
        }}
      >
        <BookingForm
          draft={draft}
          preview={preview}
          nearby={nearby}
          bookedFor={bookedFor}
          onPickOnMap={picking.start}
          before={(issue) => <RiderPicker value={rider} onChange={setRider} issue={issue} />}
          after={
            <DriverChoice pickup={draft.pickup} carType={draft.carType} value={driver} onChange={setDriver} />
          }
        />
        <Box sx={picking.active ? [room, whole] : room}>
          <KerbMap
            pickup={draft.pickup}
            drop={draft.drop}
            waypoints={draft.waypoints}
            route={preview.route?.polylinePoints}
            cars={cars}
            description={t('booking_map')}
            {...picking.map}
          />
          {picking.card}
        </Box>
      </Box>
    </ConsoleShell>
  );
}

const room = {
  position: { xs: 'relative', md: 'sticky' },
  top: { md: 88 },
  // The form is what one came for: on a phone the map stands below it.
  height: { xs: 320, md: 'calc(100svh - 112px)' },
  minHeight: { md: 420 },
  borderRadius: '20px',
  overflow: 'hidden',
  bgcolor: 'background.subtle',
} as const;

const whole = {
  position: { xs: 'fixed', md: 'sticky' },
  inset: { xs: 0, md: 'auto' },
  height: { xs: '100%', md: 'calc(100svh - 112px)' },
  zIndex: { xs: 'modal', md: 'auto' },
  borderRadius: { xs: 0, md: '20px' },
} as const;
