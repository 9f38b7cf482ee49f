// onlineChat for riders: the chat with the driver of one trip.
import { useParams } from 'react-router';
import { ChatView } from '../../features/chat/chat-view.tsx';
import { useTrip } from '../../features/trip/use-trip.ts';
import { paths } from '../../lib/paths.ts';

export function TripChatScreen() {
  const { bookingId = '' } = useParams();
  return <TripChat key={bookingId} bookingId={bookingId} />;
}

function TripChat({ bookingId }: { bookingId: string }) {
  const { booking } = useTrip(bookingId);
  const car = [booking?.vehicle_description, booking?.vehicle_number].filter(Boolean).join(' · ');
  return (
    <ChatView
      booking={bookingId}
      driver={booking?.driver ?? null}
      status={booking?.status}
      back={paths.trip(bookingId)}
      partner={{
        source: 'driver',
        name: booking?.driver_name ?? '',
        image: booking?.driver_image ?? null,
        contact: booking?.driver_contact ?? null,
        about: car,
      }}
    />
  );
}
