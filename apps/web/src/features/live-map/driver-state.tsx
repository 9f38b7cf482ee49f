// Whether a driver is on a trip or free, in words and with a dot.
import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';

export function DriverState({ busy }: { busy: boolean }) {
  const { t } = useTranslation();
  return (
    <Box
      component="span"
      sx={{ display: 'inline-flex', alignItems: 'center', gap: 0.75, whiteSpace: 'nowrap' }}
    >
      <Box
        component="span"
        aria-hidden="true"
        sx={{
          width: 8,
          height: 8,
          borderRadius: '50%',
          bgcolor: busy ? 'secondary.main' : 'success.main',
        }}
      />
      {busy ? t('live_map_busy') : t('live_map_free')}
    </Box>
  );
}
