// The driver whose car was picked on the map: name, plate, car type, busy or free.
import CloseOutlined from '@mui/icons-material/CloseOutlined';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../lib/use-settings.ts';
import { DriverState } from './driver-state.tsx';
import type { LiveDriver } from './live-drivers.ts';
import { useCarTypeName } from './use-car-type-name.ts';

export function DriverCard({ driver, onClose }: { driver: LiveDriver; onClose: () => void }) {
  const { t } = useTranslation();
  const { time } = useFormat();
  const carTypeName = useCarTypeName();
  const car = [driver.vehicle_number, carTypeName(driver.carType)].filter((text) => text !== '');
  return (
    <Box
      role="status"
      sx={{
        position: 'absolute',
        top: 12,
        insetInlineStart: 12,
        display: 'flex',
        alignItems: 'flex-start',
        gap: 1,
        maxWidth: 'min(320px, calc(100% - 24px))',
        py: 1.25,
        paddingInlineStart: 2,
        paddingInlineEnd: 0.5,
        borderRadius: '14px',
        bgcolor: 'background.paper',
        boxShadow: '0 2px 16px rgb(0 0 0 / 0.2)',
      }}
    >
      <Box sx={{ minWidth: 0 }}>
        <Typography sx={{ fontWeight: 650, overflowWrap: 'anywhere' }}>
          {driver.name || t('live_map_unnamed')}
        </Typography>
        <Typography variant="body2" color="text.secondary">
          {car.join(' · ')}
        </Typography>
        <Typography variant="body2" color="text.secondary" sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
          <DriverState busy={driver.queue} />
          <span>{t('live_map_seen', { time: time(driver.at) })}</span>
        </Typography>
      </Box>
      <IconButton aria-label={t('close')} onClick={onClose}>
        <CloseOutlined fontSize="small" />
      </IconButton>
    </Box>
  );
}
