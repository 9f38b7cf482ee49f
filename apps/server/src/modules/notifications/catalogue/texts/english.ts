// The words of notices in English.
import type { NoticeLanguage } from '../notice-text.ts';

export const english: NoticeLanguage = {
  texts: {
    accepted: { title: 'Your ride is on its way', body: '{driver} is coming to {pickup} in {vehicle}.' },
    accepted_later: {
      title: 'Your driver is booked',
      body: '{driver} will be at {pickup} at {time}: {vehicle}.',
    },
    driver_near: { title: 'Your driver is here', body: '{driver} is waiting at {pickup}: {vehicle}.' },
    trip_code_refused: {
      title: 'Wrong trip code, three times',
      body: 'Somebody told a wrong code three times for your trip {reference}. Tell it only to the driver whose plate is {plate}.',
    },
    trip_started: { title: 'Trip started', body: 'You are on the way to {drop}.' },
    trip_completed: { title: 'Trip completed', body: 'You have reached {drop}. Ride {reference}.' },
    payment_success: { title: 'Payment received', body: 'Ride {reference} is paid.' },
    cancelled: { title: 'Ride cancelled', body: 'Ride {reference} from {pickup} was cancelled.' },
    no_driver: {
      title: 'Ride cancelled',
      body: 'Ride {reference} from {pickup} was cancelled before a driver took it.',
    },
    not_paid: {
      title: 'Booking cancelled',
      body: 'Booking {reference} was cancelled: it was not paid in time. Nothing was charged.',
    },
    rated: { title: 'You have a new rating', body: '{customer} rated ride {reference}.' },
    new_task: { title: 'New ride', body: 'From {pickup} to {drop}.' },
    ride_soon: { title: 'Your ride is at {time}', body: 'From {pickup} to {drop}. Ride {reference}.' },
    search_begun: {
      title: 'We are looking for your driver',
      body: 'Your ride is at {time} from {pickup}. We tell you who comes.',
    },
    leave_now: {
      title: 'Time to leave',
      body: '{customer} expects you at {pickup} at {time}.',
    },

    chat_message: { title: 'Message from {name}', body: '{text}' },

    account_approved: { title: 'Your account is approved', body: 'You can sign in now.' },
    account_refused: { title: 'Your account was not approved', body: '{reason}' },
    account_disabled: { title: 'Your account was disabled', body: '{reason}' },

    document_ending: {
      title: 'A document ends soon',
      body: '{document}: valid until {date}. Upload the new one in your profile in good time.',
    },
    document_ends_today: {
      title: 'A document ends today',
      body: '{document}: valid until tonight. Upload the new one to keep getting rides.',
    },
    document_expired: {
      title: 'A document has expired',
      body: '{document}: it was valid until {date}. You get rides again once a new one is uploaded.',
    },
    alert_panic: {
      title: 'Somebody asks for help',
      body: 'Open the alerts of the console at once: a call for help came from a trip.',
    },
    alert_standstill: {
      title: 'A car stands still',
      body: 'A car stands still on a trip. Have a look at it in the alerts of the console.',
    },
    alert_off_route: {
      title: 'A car left its route',
      body: 'A car is far from its way. Have a look at it in the alerts of the console.',
    },
    driver_waiting: {
      title: 'A driver is waiting for approval',
      body: '{name} has signed up. Look at the licence and decide.',
    },
    referral_bonus: { title: 'Your referral bonus is here', body: '{amount} were added to your wallet.' },
    withdraw_processed: { title: 'Your withdrawal is on its way', body: '{amount} were sent to your bank.' },
    withdraw_returned: {
      title: 'Your withdrawal was returned',
      body: '{amount} could not be paid out and are in your wallet again. The reason is beside the request.',
    },
    payment_held: {
      title: 'We are looking at your payment',
      body: 'What arrived is not what was asked for. Nothing is lost: it is put into your wallet or sent back.',
    },
    payment_refunded: {
      title: 'You got money back',
      body: '{amount} were sent back to where you had paid from. Your bank may take a few days.',
    },
    refund_to_wallet: {
      title: 'Your refund is in your wallet',
      body: '{amount} could not be sent back to where you had paid from and were added to your wallet.',
    },
  },
  documents: {
    licenseImage: 'Driving licence',
    img1: 'Vehicle registration',
    img2: 'Vehicle insurance',
    img3: 'Document 3',
    img4: 'Document 4',
  },
  driver: 'Your driver',
  newMessage: 'New message',
  picture: 'Sent a picture',
};
