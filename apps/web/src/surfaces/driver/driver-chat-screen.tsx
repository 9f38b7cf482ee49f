// onlineChat for drivers: the chat with the rider of one trip.
import { useParams } from 'react-router';
import { ChatView } from '../../features/chat/chat-view.tsx';
import { useTrip } from '../../features/trip/use-trip.ts';
import { paths } from '../../lib/paths.ts';

export function DriverChatScreen() {
  const { bookingId = '' } = useParams();
  return <DriverChat key={bookingId} bookingId={bookingId} />;
}

function DriverChat({ bookingId }: { bookingId: string }) {
  const { booking } = useTrip(bookingId);
  const beforeStart = booking?.status === 'ACCEPTED' || booking?.status === 'ARRIVED';
  return (
    <ChatView
      booking={bookingId}
      driver={booking?.driver ?? null}
      status={booking?.status}
      back={paths.driverTrip(bookingId)}
      partner={{
        source: 'rider',
        name: booking?.customer_name ?? '',
        image: booking?.customer_image ?? null,
        contact: booking?.customer_contact ?? null,
        about: (beforeStart ? booking?.pickupAddress : booking?.dropAddress) ?? '',
      }}
    />
  );
}
