// The rider and the driver of a booking: picture, name linked to their page, rating, and contacts the viewer may see.
import type { BookingView } from '@kerb/contract';
import Avatar from '@mui/material/Avatar';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { paths } from '../../lib/paths.ts';
import { useContactText } from '../../lib/use-contact-text.ts';
import { Link } from '../../ui/link.tsx';
import { RatingText } from '../../ui/rating-stars.tsx';

interface BookingPeopleProps {
  readonly booking: BookingView;
  /** Admins may open every user's page, fleet admins those of their drivers. */
  readonly seesRider: boolean;
  readonly seesDriver: boolean;
}

export function BookingPeople({ booking, seesRider, seesDriver }: BookingPeopleProps) {
  const { t } = useTranslation();
  const vehicle = [booking.vehicle_description, booking.vehicle_number].filter(Boolean).join(' · ');
  return (
    <Box sx={{ display: 'grid', gap: 2.5, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <PersonRow
        role={t('usertype_rider')}
        name={booking.customer_name}
        image={booking.customer_image}
        rating={null}
        to={seesRider ? paths.person(booking.customer) : null}
        contacts={[booking.customer_contact, booking.customer_email]}
        showsContacts={seesRider}
      />
      {booking.driver === null ? (
        <Typography color="text.secondary">
          {t(booking.requestedCount > 0 ? 'bp_asked' : 'bp_no_driver', { count: booking.requestedCount })}
        </Typography>
      ) : (
        <PersonRow
          role={t('usertype_driver')}
          name={booking.driver_name ?? ''}
          image={booking.driver_image}
          rating={booking.driverRating}
          to={seesDriver ? paths.person(booking.driver) : null}
          contacts={[booking.driver_contact]}
          showsContacts={seesDriver}
          about={vehicle}
        />
      )}
      {booking.rating !== null && (
        <Typography variant="body2" color="text.secondary">
          {t('bp_rated')} <RatingText value={String(booking.rating)} />
        </Typography>
      )}
    </Box>
  );
}

interface PersonRowProps {
  readonly role: string;
  readonly name: string;
  readonly image: string | null;
  /** Null for a person without a rating. */
  readonly rating: string | null;
  readonly to: string | null;
  /** The server sends null for contacts that it withholds. */
  readonly contacts: readonly (string | null)[];
  readonly showsContacts: boolean;
  readonly about?: string;
}

function PersonRow({ role, name, image, rating, to, contacts, showsContacts, about = '' }: PersonRowProps) {
  const { t } = useTranslation();
  const shownName = name.trim() || t('bp_unnamed');
  return (
    <Box sx={{ display: 'flex', gap: 1.5, minWidth: 0 }}>
      <Avatar src={image ?? undefined} alt="" sx={{ width: 48, height: 48 }} />
      <Box sx={{ minWidth: 0, flex: 1 }}>
        <Typography variant="body2" color="text.secondary">
          {role}
        </Typography>
        <Typography sx={{ fontWeight: 640, overflowWrap: 'anywhere' }}>
          {to === null ? (
            <bdi>{shownName}</bdi>
          ) : (
            <Box component={Link} to={to} sx={{ color: 'inherit' }}>
              <bdi>{shownName}</bdi>
            </Box>
          )}
        </Typography>
        {rating !== null && (
          <Typography variant="body2" color="text.secondary" component="div">
            <RatingText value={rating} />
          </Typography>
        )}
        {about !== '' && (
          <Typography variant="body2" color="text.secondary" sx={{ overflowWrap: 'anywhere' }}>
            <bdi>{about}</bdi>
          </Typography>
        )}
        {showsContacts && <Contacts values={contacts} />}
      </Box>
    </Box>
  );
}

function Contacts({ values }: { values: readonly (string | null)[] }) {
  const { t } = useTranslation();
  const contactText = useContactText();
  if (values.every((value) => value === null))
    return (
      <Typography variant="body2" color="text.secondary">
        {t('bp_contact_hidden')}
      </Typography>
    );
  // In demonstration mode all contacts have the same text.
  const texts = new Set(values.flatMap((value) => (value ? [contactText(value)] : [])));
  return (
    <>
      {[...texts].map((text) => (
        <Typography key={text} variant="body2" sx={{ overflowWrap: 'anywhere' }}>
          <bdi dir="ltr">{text}</bdi>
        </Typography>
      ))}
    </>
  );
}
