// Fields for pickup, stops and destination, and buttons that add a stop and swap the ends.

import type { BookingField } from '@kerb/domain/booking';
import type { LatLng } from '@kerb/domain/geo';
import AddOutlined from '@mui/icons-material/AddOutlined';
import SwapVertOutlined from '@mui/icons-material/SwapVertOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import { lazy, type RefObject, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { loadTexts } from '../../lib/i18n/index.ts';
import { PlaceField } from '../../ui/place-field.tsx';
import type { SavedPlace } from '../../ui/place-field-props.ts';
import { Placeholder } from '../../ui/placeholder.tsx';
import { maxStops, type PlaceKey, type TripDraft } from './use-trip-draft.ts';

// Loaded lazily: most trips have no stops.
const StopList = lazy(async () => {
  const [{ StopList }] = await Promise.all([import('./stop-list.tsx'), loadTexts('quote')]);
  return { default: StopList };
});

interface TripPointsProps {
  readonly draft: TripDraft;
  readonly near: LatLng | null;
  readonly saved: readonly SavedPlace[];
  readonly onForget?: ((id: string) => void) | undefined;
  /** Called to choose a place on the map; without it there is no such button. */
  readonly onPickOnMap?: ((place: PlaceKey) => void) | undefined;
  /** Returns the error of a field; null for a valid one. */
  readonly issueOf: (field: BookingField) => string | null;
  /** Takes the focus when the last stop is removed. */
  readonly addButton: RefObject<HTMLButtonElement | null>;
}

const dot = {
  width: 10,
  height: 10,
  flexShrink: 0,
  border: '3px solid',
  borderColor: 'text.primary',
} as const;

export function TripPoints(props: TripPointsProps) {
  const { draft, near, saved, onForget, onPickOnMap, issueOf, addButton } = props;
  const { pickup, drop, stops } = draft;
  const { t } = useTranslation();
  const common = { near: pickup ?? near, saved, onForget };
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 1 }}>
      <PlaceField
        {...common}
        label={t('marker_pickup')}
        placeholder={t('pickup_placeholder')}
        value={pickup}
        onChange={draft.setPickup}
        onEntry={(entry) => draft.setEntry('pickup', entry)}
        near={near}
        offerLocation
        onPickOnMap={onPickOnMap && (() => onPickOnMap('pickup'))}
        issue={issueOf('pickup')}
        marker={<Box aria-hidden="true" sx={{ ...dot, borderRadius: '50%' }} />}
      />
      {stops.length > 0 && (
        <Suspense fallback={<Placeholder height={60 * stops.length - 8} />}>
          <StopList
            draft={draft}
            common={common}
            onPickOnMap={onPickOnMap}
            issue={issueOf('waypoints')}
            addButton={addButton}
          />
        </Suspense>
      )}
      <PlaceField
        {...common}
        label={t('marker_drop')}
        placeholder={t('drop_placeholder')}
        value={drop}
        onChange={draft.setDrop}
        onEntry={(entry) => draft.setEntry('drop', entry)}
        onPickOnMap={onPickOnMap && (() => onPickOnMap('drop'))}
        issue={issueOf('drop')}
        marker={<Box aria-hidden="true" sx={dot} />}
      />
    </Box>
  );
}

/** Placed beside the time, so that the list of car types starts higher up. */
export function PointButtons({ draft, addButton }: Pick<TripPointsProps, 'draft' | 'addButton'>) {
  const { t } = useTranslation();
  const hasPoint = draft.pickup !== null || draft.drop !== null;
  return (
    <Box sx={{ display: 'flex', flex: 1, justifyContent: 'flex-end', alignItems: 'center' }}>
      <IconButton
        aria-label={t('swap_points')}
        onClick={draft.swap}
        sx={{ color: 'text.primary', visibility: hasPoint ? 'visible' : 'hidden' }}
      >
        <SwapVertOutlined />
      </IconButton>
      <Button
        ref={addButton}
        aria-label={t('add_stop')}
        sx={{ minHeight: 44, minWidth: 0, px: 1, whiteSpace: 'nowrap' }}
        startIcon={<AddOutlined />}
        onClick={draft.addStop}
        disabled={draft.stops.length >= maxStops}
      >
        {t('stop_short')}
      </Button>
    </Box>
  );
}
