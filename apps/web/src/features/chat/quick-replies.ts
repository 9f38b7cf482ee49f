// Table of quick replies: frequent messages that are sent with one tap, by role of the sender and status of the trip.
import type { BookingView } from '@kerb/contract';

/** Language keys; the text is sent in the sender's language. */
export type QuickReply =
  | 'chat_say_on_my_way'
  | 'chat_say_two_minutes'
  | 'chat_say_outside'
  | 'chat_say_where'
  | 'chat_say_call_me'
  | 'chat_say_coming'
  | 'chat_say_at_pickup'
  | 'chat_say_wait'
  | 'chat_say_thanks'
  | 'chat_say_left_something'
  | 'chat_say_found_it';

type Replies = Readonly<Record<'driver' | 'rider', readonly QuickReply[]>>;

const beforePickup: Replies = {
  driver: ['chat_say_on_my_way', 'chat_say_two_minutes', 'chat_say_where', 'chat_say_call_me'],
  rider: ['chat_say_coming', 'chat_say_at_pickup', 'chat_say_where', 'chat_say_call_me'],
};
const atPickup: Replies = {
  driver: ['chat_say_outside', 'chat_say_where', 'chat_say_call_me'],
  rider: ['chat_say_coming', 'chat_say_wait', 'chat_say_at_pickup', 'chat_say_call_me'],
};
// For a driver at the wheel: sent with one tap, because drivers should not type, and without urgent messages.
const onTheWay: Replies = {
  driver: ['chat_say_call_me', 'chat_say_thanks'],
  rider: ['chat_say_call_me', 'chat_say_thanks'],
};
const afterwards: Replies = {
  driver: ['chat_say_found_it', 'chat_say_call_me', 'chat_say_thanks'],
  rider: ['chat_say_left_something', 'chat_say_call_me', 'chat_say_thanks'],
};

export function quickReplies(
  writer: 'driver' | 'rider',
  status: BookingView['status'],
): readonly QuickReply[] {
  switch (status) {
    case 'ACCEPTED':
      return beforePickup[writer];
    case 'ARRIVED':
      return atPickup[writer];
    case 'STARTED':
      return onTheWay[writer];
    case 'REACHED':
    case 'PENDING':
    case 'PAID':
    case 'COMPLETE':
      return afterwards[writer];
    case 'PAYMENT_PENDING':
    case 'NEW':
    case 'CANCELLED':
      return [];
  }
}
