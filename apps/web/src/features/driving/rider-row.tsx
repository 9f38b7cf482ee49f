// Who rides: name, rating, and a call; for a parcel the people and words that belong to it.
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

export function ParcelNotes({ booking }: { booking: BookingView }) {
  const { t } = useTranslation();
  const beforePickup = booking.status === 'ACCEPTED' || booking.status === 'ARRIVED';
  const note = beforePickup ? booking.pickUpInstructions : booking.deliveryInstructions;
  if (!booking.deliveryPerson && !note) return null;
  return (
    <Box sx={{ display: 'grid', gap: 0.5, p: 2, borderRadius: '16px', bgcolor: 'background.subtle' }}>
      {booking.deliveryPerson && (
        <Typography sx={{ fontWeight: 560, overflowWrap: 'anywhere' }}>
          {t('parcel_for', { name: booking.deliveryPerson })}{' '}
          {booking.deliveryPersonPhone && (
            <Box component="a" href={`tel:${booking.deliveryPersonPhone}`} sx={{ color: 'inherit' }}>
              <bdi dir="ltr">{booking.deliveryPersonPhone}</bdi>
            </Box>
          )}
        </Typography>
      )}
      {note && (
        <Typography variant="body2" sx={{ overflowWrap: 'anywhere' }}>
          {note}
        </Typography>
      )}
    </Box>
  );
}
