// Card of the parcel: type and option, the recipient with a call button, and instructions for this end of the trip.
import type { BookingView } from '@kerb/contract';
import PhoneOutlined from '@mui/icons-material/PhoneOutlined';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { ParcelFacts, ParcelPhone } from '../../ui/parcel-facts.tsx';

export function ParcelCard({ booking }: { booking: BookingView }) {
  const { t } = useTranslation();
  if (booking.appcat !== 'delivery') return null;
  const beforePickup = booking.status === 'ACCEPTED' || booking.status === 'ARRIVED';
  return (
    <ParcelFacts
      booking={booking}
      title={t('parcel_card')}
      recipient={booking.deliveryPerson && <Recipient booking={booking} name={booking.deliveryPerson} />}
      notes={[
        { label: t('parcel_at_pickup'), text: beforePickup ? booking.pickUpInstructions : null },
        { label: t('parcel_at_drop'), text: booking.deliveryInstructions },
      ]}
    />
  );
}

/** Converts an extension to a comma, at which phones pause before dialling it. */
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
        {phone && <ParcelPhone phone={phone} />}
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
