// What is carried: parcel and option, who takes it with a call, and what to mind at this end of the trip.
import type { BookingView } from '@kerb/contract';
import Inventory2Outlined from '@mui/icons-material/Inventory2Outlined';
import PhoneOutlined from '@mui/icons-material/PhoneOutlined';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';

export function ParcelCard({ booking }: { booking: BookingView }) {
  const { t } = useTranslation();
  if (booking.appcat !== 'delivery') return null;
  const { parcelTypeSelected: parcel, optionSelected: option } = booking;
  const beforePickup = booking.status === 'ACCEPTED' || booking.status === 'ARRIVED';
  const notes = [
    { label: t('parcel_at_pickup'), text: beforePickup ? booking.pickUpInstructions : null },
    { label: t('parcel_at_drop'), text: booking.deliveryInstructions },
  ];
  return (
    <Box
      component="section"
      aria-label={t('parcel_card')}
      sx={{ display: 'grid', gap: 1.5, p: 2, borderRadius: '16px', bgcolor: 'background.subtle' }}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.5 }}>
        <Inventory2Outlined aria-hidden sx={{ color: 'text.secondary' }} />
        <Box sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
          <Typography sx={{ fontWeight: 620 }}>{parcel?.description ?? t('parcel_card')}</Typography>
          {option && (
            <Typography variant="body2" color="text.secondary">
              {option.description}
            </Typography>
          )}
        </Box>
      </Box>
      {booking.deliveryPerson && <Recipient booking={booking} name={booking.deliveryPerson} />}
      {notes.map(
        ({ label, text }) =>
          text && (
            <Box key={label} sx={{ overflowWrap: 'anywhere' }}>
              <Typography variant="body2" color="text.secondary">
                {label}
              </Typography>
              <Typography sx={{ whiteSpace: 'pre-line' }}>{text}</Typography>
            </Box>
          ),
      )}
    </Box>
  );
}

/** An extension is dialled after a pause. */
const dialled = (phone: string) => phone.replace(/\s*(x|ext\.?)\s*/i, ',').replaceAll(/[\s-]/g, '');

function Recipient({ booking, name }: { booking: BookingView; name: string }) {
  const { t } = useTranslation();
  const phone = booking.deliveryPersonPhone;
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.5 }}>
      <Box sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
        <Typography variant="body2" color="text.secondary">
          {t('parcel_to')}
        </Typography>
        <Typography>{name}</Typography>
        {phone && (
          <Typography variant="body2" color="text.secondary">
            <bdi dir="ltr" className="tabular">
              {phone}
            </bdi>
          </Typography>
        )}
      </Box>
      {phone && (
        <IconButton
          href={`tel:${dialled(phone)}`}
          aria-label={t('call_recipient', { name })}
          sx={{ bgcolor: 'background.paper', width: 48, height: 48 }}
        >
          <PhoneOutlined />
        </IconButton>
      )}
    </Box>
  );
}
