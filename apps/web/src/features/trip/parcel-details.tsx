// Parcel details for the sender: type, recipient, instructions, and the proof photos of both ends.
import type { BookingView } from '@kerb/contract';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { ParcelFacts, ParcelPhone } from '../../ui/parcel-facts.tsx';

export function ParcelDetails({ booking }: { booking: BookingView }) {
  const { t } = useTranslation();
  if (booking.appcat !== 'delivery') return null;
  const { deliveryPerson: name, deliveryPersonPhone: phone } = booking;
  return (
    <ParcelFacts
      booking={booking}
      title={t('parcel_title')}
      details={
        <>
          {name && (
            <Typography variant="body2" color="text.secondary">
              {t('parcel_for', { name })}
            </Typography>
          )}
          {phone && <ParcelPhone phone={phone} />}
        </>
      }
      notes={[
        { label: t('parcel_note_pickup'), text: booking.pickUpInstructions },
        { label: t('parcel_note_drop'), text: booking.deliveryInstructions },
      ]}
    >
      <ProofPhotos booking={booking} />
    </ParcelFacts>
  );
}

/** Photos side by side; tapping one opens it in full. */
function ProofPhotos({ booking }: { booking: BookingView }) {
  const { t } = useTranslation();
  const photos = [
    { name: t('photo_at_pickup'), address: booking.pickup_image },
    { name: t('photo_at_drop'), address: booking.deliver_image },
  ];
  if (photos.every(({ address }) => address === null)) return null;
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: '1fr 1fr', gap: 1.5 }}>
      {photos.map(
        ({ name, address }) =>
          address !== null && (
            <Box component="figure" key={name} sx={{ m: 0, display: 'grid', gap: 0.5 }}>
              <Box
                component="a"
                href={address}
                target="_blank"
                rel="noreferrer"
                aria-label={t('photo_open', { name })}
                sx={{ display: 'block', lineHeight: 0, borderRadius: '12px', overflow: 'hidden' }}
              >
                <Box
                  component="img"
                  src={address}
                  alt=""
                  loading="lazy"
                  sx={{
                    width: '100%',
                    aspectRatio: '4 / 3',
                    objectFit: 'cover',
                    bgcolor: 'background.default',
                  }}
                />
              </Box>
              <Typography component="figcaption" variant="body2" color="text.secondary">
                {name}
              </Typography>
            </Box>
          ),
      )}
    </Box>
  );
}
