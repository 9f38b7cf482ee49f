// Banner that warns a driver when a document is about to expire, or has expired and blocks offers.
import { MS_PER_SECOND } from '@kerb/domain/kernel';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';
import { paths } from '../../lib/paths.ts';
import { useClockOffset } from '../../lib/trip-queue/server-clock.ts';
import { useFormat } from '../../lib/use-format.ts';
import { useNow } from '../../lib/use-now.ts';
import { Link } from '../../ui/link.tsx';
import { documentsNotice } from './documents-notice.ts';

/** `validUntil`: when the first document expires, ms since the epoch; null while all are without an expiry date. */
export function DocumentsBanner({ validUntil }: { validUntil: number | null }) {
  const { t } = useTranslation();
  const { date } = useFormat();
  // A document may expire while the screen is open.
  const now = useNow(validUntil !== null, 20 * MS_PER_SECOND) + useClockOffset();
  const notice = documentsNotice(validUntil, now);
  if (notice === null || validUntil === null) return null;
  // `validUntil` is the first moment of the day after the last valid one.
  const day = date(validUntil - 1);
  return (
    <Alert
      severity={notice === 'expired' ? 'error' : 'warning'}
      role="status"
      // On a narrow screen the button is below the text.
      sx={{
        alignItems: 'center',
        flexWrap: 'wrap',
        borderRadius: '14px',
        '& .MuiAlert-message': { flex: '1 1 13rem' },
        '& .MuiAlert-action': { pt: 0 },
      }}
      action={
        <Button
          component={Link}
          to={{ pathname: paths.profile, hash: '#documents' }}
          color="inherit"
          sx={{ minHeight: 44, whiteSpace: 'nowrap' }}
        >
          {t('documents_open')}
        </Button>
      }
    >
      {notice === 'expired' ? t('documents_notice_expired', { day }) : t('documents_notice_ending', { day })}
    </Alert>
  );
}
