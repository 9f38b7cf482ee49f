// Actions on the screens of an active trip: share it, or call for help.
import type { BookingView } from '@kerb/contract';
import { offersPanic } from '@kerb/domain/safety';
import IosShareOutlined from '@mui/icons-material/IosShareOutlined';
import ShieldOutlined from '@mui/icons-material/ShieldOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { lazy, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSettings } from '../../lib/use-settings.ts';
import { IsolatedPart } from '../../ui/isolated-part.tsx';
import { useOpenedOnce } from '../../ui/use-opened-once.ts';
import { isUnderway } from './is-underway.ts';
import { PanicDialog } from './panic-dialog.tsx';
import { PanicStatus } from './panic-status.tsx';
import { usePanic } from './use-panic.ts';

const ShareDialog = lazy(async () => ({ default: (await import('./share-dialog.tsx')).ShareDialog }));

type SafeBooking = Pick<BookingView, 'id' | 'status' | 'appcat' | 'acceptedAhead'>;

/** Buttons grow with their text, so that neither wraps. */
const buttonLook = { flex: '1 1 auto', px: 1.5 } as const;

export function SafetyRow({ booking }: { booking: SafeBooking }) {
  const { t } = useTranslation();
  const settings = useSettings();
  const [open, setOpen] = useState<'share' | 'panic' | null>(null);
  const shareNeeded = useOpenedOnce(open === 'share');
  const panic = usePanic(booking.id);
  if (settings === null || !isUnderway(booking.status)) return null;
  const close = () => setOpen(null);
  // The call goes on without the dialog, and after the user has left this screen.
  const isStatusShown = panic.state.kind !== 'ready' && open !== 'panic';
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
      {isStatusShown && (
        <Box role="status" sx={{ flexBasis: '100%' }}>
          <PanicStatus state={panic.state} />
        </Box>
      )}
      <Button
        variant="outlined"
        color="inherit"
        size="large"
        startIcon={<IosShareOutlined />}
        onClick={() => setOpen('share')}
        sx={buttonLook}
      >
        {t('share_button')}
      </Button>
      {/* Days before the trip, rider and driver are not together. */}
      {offersPanic(booking.appcat, settings) && !booking.acceptedAhead && (
        <Button
          variant="outlined"
          color="error"
          size="large"
          startIcon={<ShieldOutlined />}
          onClick={() => setOpen('panic')}
          sx={buttonLook}
        >
          {t('panic_button')}
        </Button>
      )}
      {/* Loaded with the screen: a release may have replaced its file when it is needed. */}
      <PanicDialog open={open === 'panic'} state={panic.state} onCall={panic.call} onClose={close} />
      <IsolatedPart>
        {shareNeeded && <ShareDialog booking={booking.id} open={open === 'share'} onClose={close} />}
      </IsolatedPart>
    </Box>
  );
}
