// The words of what people are told of their bookings, in every language; {names} are filled in by the catalogue.
import type { NoticeKind } from './notice-catalogue.ts';

export interface NoticeText {
  title: string;
  body: string;
}

type Texts = Readonly<Record<NoticeKind, NoticeText>>;

const english: Texts = {
  accepted: { title: 'Your ride is on its way', body: '{driver} is coming to {pickup} in {vehicle}.' },
  accepted_later: {
    title: 'Your driver is booked',
    body: '{driver} will be at {pickup} at {time}: {vehicle}.',
  },
  driver_near: { title: 'Your driver is here', body: '{driver} is waiting at {pickup}: {vehicle}.' },
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
};

const spanish: Texts = {
  accepted: { title: 'Tu viaje está en camino', body: '{driver} va hacia {pickup} en {vehicle}.' },
  accepted_later: {
    title: 'Tu conductor está reservado',
    body: '{driver} estará en {pickup} a las {time}: {vehicle}.',
  },
  driver_near: { title: 'Tu conductor llegó', body: '{driver} te espera en {pickup}: {vehicle}.' },
  trip_started: { title: 'Comenzó el viaje', body: 'Vas camino a {drop}.' },
  trip_completed: { title: 'Viaje terminado', body: 'Llegaste a {drop}. Viaje {reference}.' },
  payment_success: { title: 'Pago recibido', body: 'El viaje {reference} está pagado.' },
  cancelled: { title: 'Viaje cancelado', body: 'Se canceló el viaje {reference} desde {pickup}.' },
  no_driver: {
    title: 'Viaje cancelado',
    body: 'El viaje {reference} desde {pickup} se canceló antes de que lo tomara un conductor.',
  },
  not_paid: {
    title: 'Reserva cancelada',
    body: 'La reserva {reference} se canceló porque no se pagó a tiempo. No se te cobró nada.',
  },
  rated: { title: 'Tienes una nueva calificación', body: '{customer} calificó el viaje {reference}.' },
  new_task: { title: 'Nuevo viaje', body: 'De {pickup} a {drop}.' },
  ride_soon: { title: 'Tu viaje es a las {time}', body: 'De {pickup} a {drop}. Viaje {reference}.' },
  search_begun: {
    title: 'Estamos buscando a tu conductor',
    body: 'Tu viaje es a las {time} desde {pickup}. Te avisamos quién va.',
  },
  leave_now: { title: 'Es hora de salir', body: '{customer} te espera en {pickup} a las {time}.' },
};

const arabic: Texts = {
  accepted: { title: 'رحلتك في الطريق إليك', body: '{driver} في الطريق إلى {pickup} بسيارة {vehicle}.' },
  accepted_later: {
    title: 'تم حجز سائقك',
    body: 'سيكون {driver} عند {pickup} في الساعة {time}: {vehicle}.',
  },
  driver_near: { title: 'وصل سائقك', body: '{driver} ينتظرك عند {pickup}: {vehicle}.' },
  trip_started: { title: 'بدأت الرحلة', body: 'أنت في الطريق إلى {drop}.' },
  trip_completed: { title: 'انتهت الرحلة', body: 'وصلت إلى {drop}. الرحلة {reference}.' },
  payment_success: { title: 'تم استلام الدفع', body: 'دُفع ثمن الرحلة {reference}.' },
  cancelled: { title: 'أُلغيت الرحلة', body: 'أُلغيت الرحلة {reference} من {pickup}.' },
  no_driver: {
    title: 'أُلغيت الرحلة',
    body: 'أُلغيت الرحلة {reference} من {pickup} قبل أن يقبلها أي سائق.',
  },
  not_paid: {
    title: 'أُلغي الحجز',
    body: 'أُلغي الحجز {reference} لأنه لم يُدفع في الوقت المحدد. لم يُخصم منك شيء.',
  },
  rated: { title: 'لديك تقييم جديد', body: 'قيّم {customer} الرحلة {reference}.' },
  new_task: { title: 'رحلة جديدة', body: 'من {pickup} إلى {drop}.' },
  ride_soon: { title: 'رحلتك في الساعة {time}', body: 'من {pickup} إلى {drop}. الرحلة {reference}.' },
  search_begun: {
    title: 'نبحث الآن عن سائقك',
    body: 'رحلتك في الساعة {time} من {pickup}. سنخبرك بمن سيأتي.',
  },
  leave_now: { title: 'حان وقت الانطلاق', body: '{customer} ينتظرك عند {pickup} في الساعة {time}.' },
};

/** One entry a language; where there is none, English. */
export const noticeTexts: Readonly<Record<string, Texts>> & { readonly en: Texts } = {
  en: english,
  es: spanish,
  ar: arabic,
};
