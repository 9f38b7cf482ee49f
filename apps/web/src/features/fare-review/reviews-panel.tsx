// The dashboard's link to fares that wait for a decision; hidden when there are none.
import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';
import { paths } from '../../lib/paths.ts';
import { Link } from '../../ui/link.tsx';
import { useOpenReviews } from './open-reviews.tsx';

export function ReviewsPanel() {
  const { t } = useTranslation();
  const open = useOpenReviews();
  if (open === 0) return null;
  return (
    <Alert
      severity="warning"
      action={
        <Button
          component={Link}
          to={paths.farereviews}
          color="inherit"
          variant="outlined"
          sx={{ flexShrink: 0 }}
        >
          {t('fare_reviews_waiting_look')}
        </Button>
      }
      sx={{
        alignItems: 'center',
        flexWrap: { xs: 'wrap', sm: 'nowrap' },
        rowGap: 1,
        borderRadius: '16px',
        '& .MuiAlert-message': { flex: 1 },
      }}
    >
      <AlertTitle>{t('fare_reviews_waiting', { count: open })}</AlertTitle>
      {t('fare_reviews_waiting_text')}
    </Alert>
  );
}
