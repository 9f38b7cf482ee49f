// Row with the rider or sender: name, rating, and a call button.
import type { BookingView } from '@kerb/contract';
import PhoneOutlined from '@mui/icons-material/PhoneOutlined';
import Avatar from '@mui/material/Avatar';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { RatingText } from '../../ui/rating-stars.tsx';

export function RiderRow({ booking }: { booking: BookingView }) {
  const { t } = useTranslation();
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.5 }}>
      <Avatar src={booking.customer_image ?? undefined} alt="" sx={{ width: 48, height: 48 }} />
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Typography sx={{ fontWeight: 640, overflowWrap: 'anywhere' }}>{booking.customer_name}</Typography>
        <Typography variant="body2" color="text.secondary">
          <RatingText value={booking.customer_rating} />
        </Typography>
      </Box>
      {booking.customer_contact && (
        <IconButton
          href={`tel:${booking.customer_contact}`}
          aria-label={t('call_rider', { name: booking.customer_name })}
          sx={{ bgcolor: 'background.subtle', width: 48, height: 48 }}
        >
          <PhoneOutlined />
        </IconButton>
      )}
    </Box>
  );
}
