// /t/:token: a shared trip, for visitors with its link, without signing in.
import Box from '@mui/material/Box';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { isUnderway } from '../../features/safety/is-underway.ts';
import { SharedTripSheet } from '../../features/safety/shared-trip-sheet.tsx';
import { type SharedTripRead, useSharedTrip } from '../../features/safety/use-shared-trip.ts';
import { KerbMap } from '../../map/kerb-map.tsx';
import { Brand } from '../../ui/brand.tsx';
import { type MapPadding, noPadding } from '../../ui/map-padding.ts';
import { overMap } from '../../ui/over-map.ts';
import { EmptyState, ErrorState, Loading } from '../../ui/page-states.tsx';
import { Placeholder } from '../../ui/placeholder.tsx';
import { LanguageSwitcher } from '../../ui/preferences.tsx';
import { Sheet } from '../../ui/sheet.tsx';

export function SharedTripScreen() {
  const { token = '' } = useParams();
  return <SharedTripView key={token} token={token} />;
}

function SharedTripView({ token }: { token: string }) {
  const { t } = useTranslation();
  const read = useSharedTrip(token);
  const [padding, setPadding] = useState<MapPadding>(noPadding);
  const trip = read.isOver === null ? read.trip : null;
  const position = trip !== null && isUnderway(trip.status) ? trip.position : null;
  return (
    <Box sx={{ position: 'fixed', inset: 0, overflow: 'hidden', bgcolor: 'background.subtle' }}>
      <Box sx={{ position: 'absolute', inset: 0 }}>
        <KerbMap
          cars={position ? [{ id: 'shared', ...position }] : []}
          center={position}
          zoom={15}
          padding={padding}
          follow={position !== null}
          description={position ? t('shared_map') : t('map')}
        />
      </Box>
      <Box
        component="header"
        sx={{
          position: 'absolute',
          top: 12,
          insetInlineEnd: 12,
          px: 1.5,
          borderRadius: '14px',
          display: 'flex',
          gap: 1,
          alignItems: 'center',
          ...overMap,
        }}
      >
        <Brand />
        <LanguageSwitcher />
      </Box>
      <Sheet onPadding={setPadding}>
        <Content read={read} />
      </Sheet>
    </Box>
  );
}

function Content({ read }: { read: SharedTripRead }) {
  const { t } = useTranslation();
  const { trip, problem, isOver, retry } = read;
  if (isOver !== null)
    return <EmptyState heading="h1" title={t(`shared_${isOver}`)} text={t(`shared_${isOver}_text`)} />;
  if (trip !== null) return <SharedTripSheet trip={trip} read={read} />;
  if (problem !== null) return <ErrorState problem={problem} onRetry={retry} />;
  return (
    <Loading>
      <Box sx={{ display: 'grid', gap: 2, py: 1 }}>
        <Placeholder width="60%" height={32} />
        <Placeholder height={104} />
        <Placeholder height={20} />
      </Box>
    </Loading>
  );
}
