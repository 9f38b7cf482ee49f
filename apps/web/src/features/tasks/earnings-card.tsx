// Today's earnings in one line.
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { Money } from '../../ui/money.tsx';
import { Placeholder } from '../../ui/placeholder.tsx';
import { useEarnings } from './use-earnings.ts';

export function EarningsCard() {
  const { t } = useTranslation();
  const { earnings, failed, retry } = useEarnings();
  return (
    <Box
      sx={{
        display: 'flex',
        alignItems: 'center',
        justifyContent: 'space-between',
        gap: 2,
        minHeight: 60,
        px: 2,
        py: 1.25,
        borderRadius: '16px',
        bgcolor: 'background.subtle',
      }}
    >
      <Box>
        <Typography sx={{ fontWeight: 560 }}>{t('earned_today')}</Typography>
        {earnings && (
          <Typography variant="body2" color="text.secondary">
            {t('earned_trips', { count: earnings.trips })}
          </Typography>
        )}
      </Box>
      {earnings && (
        <Typography variant="h3" component="p">
          <Money amount={earnings.amount} strong />
        </Typography>
      )}
      {!earnings && !failed && <Placeholder width={112} height={32} />}
      {failed && (
        <Button variant="outlined" onClick={retry}>
          {t('retry')}
        </Button>
      )}
    </Box>
  );
}
