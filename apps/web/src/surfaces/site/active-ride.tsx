// Link on the landing page that takes a rider back to their current ride.
import type { BookingSummary } from '@kerb/contract';
import ChevronRightOutlined from '@mui/icons-material/ChevronRightOutlined';
import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../lib/i18n/use-language.ts';
import { paths } from '../../lib/paths.ts';
import { useKerbSelector } from '../../lib/store.ts';
import { useAuth } from '../../lib/use-auth.ts';
import { Link } from '../../ui/link.tsx';
import { useStatusText } from '../../ui/status-text.ts';

/** False for a later ride before its time, whether a driver has accepted it ahead or not. */
const isCurrent = ({ bookLater, status, acceptedAhead }: BookingSummary): boolean =>
  !acceptedAhead && !(bookLater && status === 'NEW');

export function ActiveRide() {
  const { t } = useTranslation();
  const { user } = useAuth();
  const { direction } = useLanguage();
  const statusText = useStatusText();
  const { active, tracked } = useKerbSelector((state) => state.bookinglistdata);
  const ride = tracked ?? active.find(isCurrent) ?? null;
  if (user?.usertype !== 'rider' || !ride) return null;
  return (
    <Box
      component={Link}
      to={paths.trip(ride.id)}
      sx={{
        display: 'flex',
        alignItems: 'center',
        gap: 1,
        px: 2,
        minHeight: 52,
        borderRadius: '14px',
        bgcolor: 'primary.main',
        color: 'primary.contrastText',
        textDecoration: 'none',
        fontWeight: 600,
      }}
    >
      <Box component="span" sx={{ flex: 1 }}>
        {t('active_ride', {
          reference: ride.reference,
          // The driver of a follow-on ride finishes another one first.
          status: ride.followOn ? t('status_accepted_ahead') : statusText(ride.status),
        })}
      </Box>
      <ChevronRightOutlined
        aria-hidden="true"
        sx={{ transform: direction === 'rtl' ? 'scaleX(-1)' : 'none' }}
      />
    </Box>
  );
}
