// Card of the driver for the rider: name, rating, car, number plate, trip code, and a call button.
import type { BookingView } from '@kerb/contract';
import PhoneOutlined from '@mui/icons-material/PhoneOutlined';
import Avatar from '@mui/material/Avatar';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { RatingText } from '../../ui/rating-stars.tsx';

export function DriverCard({ booking }: { booking: BookingView }) {
  const { t } = useTranslation();
  if (booking.driver === null) return null;
  return (
    <Box sx={{ display: 'grid', gap: 1.5, bgcolor: 'background.subtle', borderRadius: '16px', p: 2 }}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.5 }}>
        <Avatar src={booking.driver_image ?? undefined} alt="" sx={{ width: 52, height: 52 }} />
        <Box sx={{ flex: 1, minWidth: 0 }}>
          <Typography sx={{ fontWeight: 640, overflowWrap: 'anywhere' }}>{booking.driver_name}</Typography>
          <Typography variant="body2" color="text.secondary">
            <RatingText value={booking.driverRating ?? ''} />
          </Typography>
        </Box>
        {booking.driver_contact && (
          <IconButton
            href={`tel:${booking.driver_contact}`}
            aria-label={t('call_driver', { name: booking.driver_name ?? '' })}
            sx={{ bgcolor: 'background.paper', width: 48, height: 48 }}
          >
            <PhoneOutlined />
          </IconButton>
        )}
      </Box>
      <Box sx={{ display: 'flex', justifyContent: 'space-between', alignItems: 'center', gap: 2 }}>
        <Typography variant="body2" color="text.secondary">
          {booking.vehicle_description}
        </Typography>
        {booking.vehicle_number && (
          <Box
            component="bdi"
            dir="ltr"
            className="tabular"
            aria-label={t('plate', { plate: booking.vehicle_number })}
            sx={{
              border: '2px solid',
              borderRadius: '8px',
              px: 1.25,
              py: 0.25,
              fontWeight: 700,
              letterSpacing: '0.06em',
            }}
          >
            {booking.vehicle_number}
          </Box>
        )}
      </Box>
      {booking.otp && (booking.status === 'ACCEPTED' || booking.status === 'ARRIVED') && (
        <Box sx={{ display: 'flex', justifyContent: 'space-between', alignItems: 'center' }}>
          <Typography variant="body2">{t('trip_code')}</Typography>
          <Box
            component="bdi"
            dir="ltr"
            className="tabular"
            sx={{ fontSize: '1.5rem', fontWeight: 700, letterSpacing: '0.14em' }}
          >
            {booking.otp}
          </Box>
        </Box>
      )}
    </Box>
  );
}
