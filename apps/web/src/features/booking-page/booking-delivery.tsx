// Details of a delivery: parcel type and option, recipient, instructions, and the proof photos.

import type { BookingView } from '@kerb/contract';
import { textIn } from '@kerb/domain/kernel';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../lib/i18n/use-language.ts';
import { useContactText } from '../../lib/use-contact-text.ts';
import { Money } from '../../ui/money.tsx';
import { Fact } from './page-card.tsx';

/** True when the booking has any delivery details. */
export const hasDelivery = (booking: BookingView): boolean =>
  [
    booking.parcelTypeSelected,
    booking.optionSelected,
    booking.deliveryPerson,
    booking.pickUpInstructions,
    booking.deliveryInstructions,
    booking.pickup_image,
    booking.deliver_image,
  ].some((part) => part !== null && part !== '');

export function BookingDelivery({ booking }: { booking: BookingView }) {
  const { t } = useTranslation();
  const contactText = useContactText();
  const { locale } = useLanguage();
  const { parcelTypeSelected, optionSelected, deliveryPerson, deliveryPersonPhone } = booking;
  return (
    <>
      <Box component="dl" sx={{ m: 0, display: 'grid', gap: 1 }}>
        {parcelTypeSelected && (
          <Fact label={t('bp_parcel')}>
            <bdi>{textIn(parcelTypeSelected, 'description', locale)}</bdi> ·{' '}
            <Money amount={parcelTypeSelected.amount} />
          </Fact>
        )}
        {optionSelected && (
          <Fact label={t('bp_option')}>
            <bdi>{textIn(optionSelected, 'description', locale)}</bdi> ·{' '}
            <Money amount={optionSelected.amount} />
          </Fact>
        )}
        {deliveryPerson && (
          <Fact label={t('bp_delivery_person')}>
            <bdi>{deliveryPerson}</bdi>
          </Fact>
        )}
        {deliveryPerson && (
          <Fact label={t('bp_delivery_phone')}>
            {deliveryPersonPhone ? (
              <bdi dir="ltr">{contactText(deliveryPersonPhone)}</bdi>
            ) : (
              t('bp_contact_hidden')
            )}
          </Fact>
        )}
        {booking.pickUpInstructions && (
          <Fact label={t('bp_pickup_instructions')}>
            <bdi>{booking.pickUpInstructions}</bdi>
          </Fact>
        )}
        {booking.deliveryInstructions && (
          <Fact label={t('bp_delivery_instructions')}>
            <bdi>{booking.deliveryInstructions}</bdi>
          </Fact>
        )}
      </Box>
      {(booking.pickup_image ?? booking.deliver_image) && (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2 }}>
          <Photo address={booking.pickup_image} caption={t('bp_photo_pickup')} />
          <Photo address={booking.deliver_image} caption={t('bp_photo_delivery')} />
        </Box>
      )}
    </>
  );
}

function Photo({ address, caption }: { address: string | null; caption: string }) {
  if (address === null) return null;
  return (
    <Box component="figure" sx={{ m: 0, width: 160, maxWidth: '100%' }}>
      <a href={address} target="_blank" rel="noreferrer">
        <Box
          component="img"
          src={address}
          alt={caption}
          loading="lazy"
          sx={{ display: 'block', width: '100%', aspectRatio: '1', objectFit: 'cover', borderRadius: '12px' }}
        />
      </a>
      <Typography component="figcaption" variant="body2" color="text.secondary" aria-hidden="true">
        {caption}
      </Typography>
    </Box>
  );
}
