// The parcel of a delivery as its sender follows it: what, for whom, what was asked for, and the photos of both ends.
import type { BookingView } from '@kerb/contract';
import Inventory2Outlined from '@mui/icons-material/Inventory2Outlined';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';

export function ParcelDetails({ booking }: { booking: BookingView }) {
  const { t } = useTranslation();
  if (booking.appcat !== 'delivery') return null;
  const { parcelTypeSelected: parcel, optionSelected: option, deliveryPersonPhone: phone } = booking;
  const notes = [
    { label: t('parcel_note_pickup'), text: booking.pickUpInstructions },
    { label: t('parcel_note_drop'), text: booking.deliveryInstructions },
  ];
  return (
    <Box
      component="section"
      aria-label={t('parcel_title')}
      sx={{ display: 'grid', gap: 1.5, p: 2, borderRadius: '16px', bgcolor: 'background.subtle' }}
    >
      <Box sx={{ display: 'flex', gap: 1.5 }}>
        <Inventory2Outlined aria-hidden sx={{ color: 'text.secondary' }} />
        <Box sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
          <Typography sx={{ fontWeight: 620 }}>{parcel?.description ?? t('parcel_title')}</Typography>
          {option && (
            <Typography variant="body2" color="text.secondary">
              {option.description}
            </Typography>
          )}
          {booking.deliveryPerson && (
            <Typography variant="body2" color="text.secondary">
              {t('parcel_for', { name: booking.deliveryPerson })}
            </Typography>
          )}
          {phone && (
            <Typography variant="body2" color="text.secondary">
              <bdi dir="ltr" className="tabular">
                {phone}
              </bdi>
            </Typography>
          )}
        </Box>
      </Box>
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
      <ProofPhotos booking={booking} />
    </Box>
  );
}

/** Side by side as they come; each opens whole. */
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
