// The landing page: booking form over the city's map, highlights of the service, the app, and the footer.
import Box from '@mui/material/Box';
import { lazy, Suspense, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { BookingForm } from '../../features/quote/booking-form.tsx';
import { useMapNeeded } from '../../features/quote/use-map-needed.ts';
import { useMapPicking } from '../../features/quote/use-map-picking.tsx';
import { useNearby } from '../../features/quote/use-nearby.ts';
import { useRoutePreview } from '../../features/quote/use-route-preview.ts';
import { useTripDraft } from '../../features/quote/use-trip-draft.ts';
import { loadTexts } from '../../lib/i18n/index.ts';
import { useAuth } from '../../lib/use-auth.ts';
import { useSettings } from '../../lib/use-settings.ts';
import { CityPicture } from '../../map/city-picture.tsx';
import { KerbMap } from '../../map/kerb-map.tsx';
import { darkModeOutline } from '../../ui/over-map.ts';
import { SiteShell } from '../../ui/site-shell.tsx';
import { visuallyHidden } from '../../ui/visually-hidden.ts';
import { loadPrepayment } from './load-prepayment.ts';
import { Slogan } from './slogan.tsx';
import { useMapRoom } from './use-map-room.ts';

// Only needed during a ride.
const ActiveRide = lazy(async () => ({ default: (await import('./active-ride.tsx')).ActiveRide }));
// Admins see the booking form (specification §2), but book for riders in the console.
const AdminLinks = lazy(async () => {
  const [{ AdminLinks }] = await Promise.all([import('./admin-links.tsx'), loadTexts('pages')]);
  return { default: AdminLinks };
});
const LandingSections = lazy(async () => {
  const [{ LandingSections }] = await Promise.all([import('./landing-sections.tsx'), loadTexts('pages')]);
  return { default: LandingSections };
});

// Loaded lazily: only drivers and fleet admins see it.
const WorkHero = lazy(async () => {
  const [{ WorkHero }] = await Promise.all([import('./work-hero.tsx'), loadTexts('pages')]);
  return { default: WorkHero };
});

export function LandingScreen() {
  const { known, user } = useAuth();
  const mayBook = !known || !user || user.usertype === 'rider' || user.usertype === 'admin';
  return (
    <SiteShell overHero>
      {mayBook ? (
        <BookingHero />
      ) : (
        <Suspense fallback={<Box aria-busy="true" sx={{ minHeight: 400, bgcolor: '#14171F' }} />}>
          <WorkHero />
        </Suspense>
      )}
      {/* Below the fold; the fallback reserves its height, so that the footer does not move. */}
      <Suspense fallback={<Box aria-busy="true" sx={{ minHeight: { xs: 1300, md: 900 } }} />}>
        <LandingSections />
      </Suspense>
    </SiteShell>
  );
}

const whole = {
  position: { xs: 'fixed', md: 'sticky' },
  inset: { xs: 0, md: 'auto' },
  height: '100%',
  zIndex: { xs: 'modal', md: 'auto' },
} as const;

/**
 * Centre of the area that neither the header (64 px) nor the card covers: above the card on a phone, beside it on a
 * wide screen. There the card with its margins is 448 px wide, at the inline start of the content, which is at most
 * 1200 px wide.
 */
const stillPlace = {
  middle: {
    x: { xs: '50%', md: 'calc(50% + (max((100% - 1200px) / 2, 0px) + 448px) / 2)' },
    y: { xs: 'calc(50% + 12px)', md: 'calc(50% + 32px)' },
  },
  noticeAbove: { xs: '40px', md: '0px' },
} as const;

interface HeroMapProps {
  readonly draft: ReturnType<typeof useTripDraft>;
  readonly route: string | undefined;
  readonly nearby: ReturnType<typeof useNearby>;
  readonly picking: ReturnType<typeof useMapPicking>;
  readonly room: ReturnType<typeof useMapRoom>;
}

/** Pickup and drop are chosen: the choice of a car type comes next, so map and heading take less space. */
const isChoosingCar = ({ pickup, drop }: HeroMapProps['draft']) => pickup !== null && drop !== null;

/** The map behind the form; on a phone it fills the screen while the visitor chooses a place on it. */
function HeroMap({ draft, route, nearby, picking, room }: HeroMapProps) {
  const { t } = useTranslation();
  const isChoosing = isChoosingCar(draft);
  const isNeeded = useMapNeeded(draft, picking);
  const cars = useMemo(
    () =>
      (nearby?.cars ?? []).map((car) => ({
        // The API returns positions without ids of cars.
        id: `${car.lat},${car.lng}`,
        lat: car.lat,
        lng: car.lng,
        heading: car.heading,
        at: 0,
      })),
    [nearby],
  );
  return (
    <Box
      ref={room.map}
      sx={{
        // Sticky, so that the map's attribution stays visible beside a card that is taller than the window.
        position: { xs: 'relative', md: 'sticky' },
        gridArea: '1 / 1',
        alignSelf: 'start',
        top: 0,
        height: { xs: isChoosing ? '40svh' : '46svh', md: '100%' },
        maxHeight: { md: '100svh' },
        minHeight: { xs: isChoosing ? 248 : 300, md: 0 },
        // On a phone the map fills the screen while the visitor chooses a place.
        ...(picking.active && whole),
      }}
    >
      <KerbMap
        pickup={draft.pickup}
        drop={draft.drop}
        waypoints={[...draft.waypoints]}
        route={route}
        cars={cars}
        padding={room.padding}
        description={t('landing_map')}
        waits={!isNeeded}
        still={<CityPicture description={t('landing_map')} {...stillPlace} />}
        {...picking.map}
      />
      {picking.card}
    </Box>
  );
}

function BookingHero() {
  const settings = useSettings();
  const { user } = useAuth();
  const room = useMapRoom();
  const draft = useTripDraft();
  const preview = useRoutePreview(draft);
  const nearby = useNearby(draft.pickup ?? settings?.city.center ?? null);
  const picking = useMapPicking(draft, settings?.city.center ?? null);
  return (
    <Box sx={{ position: 'relative', display: { md: 'grid' }, bgcolor: 'background.subtle' }}>
      <HeroMap
        draft={draft}
        route={preview.route?.polylinePoints}
        nearby={nearby}
        picking={picking}
        room={room}
      />
      <Box
        sx={{
          position: 'relative',
          gridArea: '1 / 1',
          pointerEvents: 'none',
          width: '100%',
          maxWidth: 1200,
          mx: 'auto',
          px: { xs: 1.5, md: 3 },
          pt: { md: 10 },
          pb: { xs: 3, md: 2 },
          mt: { xs: -5, md: 0 },
          minHeight: { md: 'min(100svh, 860px)' },
        }}
      >
        <Box
          ref={room.card}
          sx={{
            pointerEvents: 'auto',
            bgcolor: 'background.paper',
            color: 'text.primary',
            borderRadius: '24px',
            boxShadow: '0 16px 48px rgb(0 0 0 / 0.2)',
            ...darkModeOutline,
            p: { xs: 2, sm: 2.5 },
            width: { md: 424 },
            display: 'grid',
            gridTemplateColumns: 'minmax(0, 1fr)',
            gap: 1.5,
          }}
        >
          <Suspense fallback={null}>
            {user?.usertype === 'rider' && <ActiveRide />}
            {user?.usertype === 'admin' && <AdminLinks />}
          </Suspense>
          <Box sx={isChoosingCar(draft) ? visuallyHidden : undefined}>
            <Slogan compact />
          </Box>
          <BookingForm
            loadPrepayment={loadPrepayment}
            draft={draft}
            preview={preview}
            nearby={nearby}
            onPickOnMap={picking.start}
          />
        </Box>
      </Box>
    </Box>
  );
}
