// The words of receipts and their mails in each language Kerb speaks.
import type { Receipt } from '@kerb/contract';

type Item = Receipt['lines'][number]['item'];
type How = Receipt['payments'][number]['how'];

export interface ReceiptTexts {
  receipt: string;
  /** {reference} is the booking's. */
  ofRide: string;
  ofCancellation: string;
  date: string;
  rider: string;
  driver: string;
  vehicle: string;
  way: string;
  ride: string;
  stops: Readonly<Record<Receipt['stops'][number]['kind'], string>>;
  fare: string;
  /** {quantity} and {rate} are written out; the time's rate is by the hour, the fee's a percentage. */
  items: Readonly<Record<Item, string>>;
  distanceAt: string;
  timeAt: string;
  feeOf: string;
  total: string;
  /** {name} is the tax's, {rate} its percentage. */
  taxIncluded: string;
  payment: string;
  how: Readonly<Record<How, string>>;
  /** {gateway} is the payment provider. */
  cardBy: string;
  /** {pickup} and {drop} are addresses. */
  mapOf: string;
  page: string;
  thanks: string;
  /** {operator} and {reference}. */
  mailSubject: string;
  /** {name} is the rider's; the sentence without one is for riders who gave none. */
  mailGreeting: string;
  mailGreetingNobody: string;
  mailText: string;
  mailAttached: string;
}

export interface ReceiptLanguage {
  /** For Intl, and for the document. */
  locale: string;
  direction: 'ltr' | 'rtl';
  texts: ReceiptTexts;
}

const english: ReceiptTexts = {
  receipt: 'Receipt',
  ofRide: 'Ride {reference}',
  ofCancellation: 'Cancelled ride {reference}',
  date: 'Date',
  rider: 'Rider',
  driver: 'Driver',
  vehicle: 'Vehicle',
  way: 'Way and time',
  ride: 'Ride',
  stops: { pickup: 'Pickup', stop: 'Stop', drop: 'Drop-off' },
  fare: 'Fare',
  items: {
    base: 'Start',
    distance: 'Distance',
    time: 'Time',
    parcel: 'Parcel',
    option: 'Option',
    minimum: 'Up to the minimum fare',
    convenience_fee: 'Service fee',
    discount: 'Promo',
    trip: 'Ride',
    cancellation_fee: 'Cancellation fee',
  },
  distanceAt: '{quantity} at {rate}',
  timeAt: '{quantity} at {rate} an hour',
  feeOf: 'Service fee ({rate} %)',
  total: 'Total',
  taxIncluded: '{name} {rate} % included',
  payment: 'Payment',
  how: { cash: 'Cash', wallet: 'Wallet', card: 'Card', refund: 'Refund' },
  cardBy: 'Card, by {gateway}',
  mapOf: 'Map of the way from {pickup} to {drop}',
  page: 'Page {page} of {pages}',
  thanks: 'Thank you for riding with {operator}.',
  mailSubject: 'Your {operator} receipt: ride {reference}',
  mailGreeting: 'Hello {name},',
  mailGreetingNobody: 'Hello,',
  mailText: 'here is the receipt of your ride {reference} on {date}.',
  mailAttached: 'The receipt with the map of the way is attached as PDF.',
};

const spanish: ReceiptTexts = {
  receipt: 'Recibo',
  ofRide: 'Viaje {reference}',
  ofCancellation: 'Viaje cancelado {reference}',
  date: 'Fecha',
  rider: 'Pasajero',
  driver: 'Conductor',
  vehicle: 'Vehículo',
  way: 'Recorrido',
  ride: 'Viaje',
  stops: { pickup: 'Origen', stop: 'Parada', drop: 'Destino' },
  fare: 'Tarifa',
  items: {
    base: 'Bajada de bandera',
    distance: 'Distancia',
    time: 'Tiempo',
    parcel: 'Paquete',
    option: 'Opción',
    minimum: 'Hasta la tarifa mínima',
    convenience_fee: 'Cargo de servicio',
    discount: 'Promoción',
    trip: 'Viaje',
    cancellation_fee: 'Cargo por cancelación',
  },
  distanceAt: '{quantity} a {rate}',
  timeAt: '{quantity} a {rate} la hora',
  feeOf: 'Cargo de servicio ({rate} %)',
  total: 'Total',
  taxIncluded: '{name} {rate} % incluido',
  payment: 'Pago',
  how: { cash: 'Efectivo', wallet: 'Billetera', card: 'Tarjeta', refund: 'Reembolso' },
  cardBy: 'Tarjeta, por {gateway}',
  mapOf: 'Mapa del recorrido de {pickup} a {drop}',
  page: 'Página {page} de {pages}',
  thanks: 'Gracias por viajar con {operator}.',
  mailSubject: 'Tu recibo de {operator}: viaje {reference}',
  mailGreeting: 'Hola, {name}:',
  mailGreetingNobody: 'Hola:',
  mailText: 'aquí tienes el recibo de tu viaje {reference} del {date}.',
  mailAttached: 'El recibo con el mapa del recorrido va adjunto en PDF.',
};

const arabic: ReceiptTexts = {
  receipt: 'إيصال',
  ofRide: 'الرحلة {reference}',
  ofCancellation: 'رحلة ملغاة {reference}',
  date: 'التاريخ',
  rider: 'الراكب',
  driver: 'السائق',
  vehicle: 'المركبة',
  way: 'المسافة والمدة',
  ride: 'الرحلة',
  stops: { pickup: 'الانطلاق', stop: 'توقف', drop: 'الوصول' },
  fare: 'الأجرة',
  items: {
    base: 'أجرة البدء',
    distance: 'المسافة',
    time: 'الوقت',
    parcel: 'الطرد',
    option: 'الخيار',
    minimum: 'حتى الحد الأدنى للأجرة',
    convenience_fee: 'رسوم الخدمة',
    discount: 'عرض ترويجي',
    trip: 'الرحلة',
    cancellation_fee: 'رسوم الإلغاء',
  },
  distanceAt: '{quantity} بسعر {rate}',
  timeAt: '{quantity} بسعر {rate} للساعة',
  feeOf: 'رسوم الخدمة ({rate}٪)',
  total: 'الإجمالي',
  taxIncluded: 'يشمل {name} {rate}٪',
  payment: 'الدفع',
  how: { cash: 'نقدًا', wallet: 'المحفظة', card: 'البطاقة', refund: 'مبلغ مسترد' },
  cardBy: 'البطاقة عبر {gateway}',
  mapOf: 'خريطة الطريق من {pickup} إلى {drop}',
  page: 'صفحة {page} من {pages}',
  thanks: 'شكرًا لركوبك مع {operator}.',
  mailSubject: 'إيصالك من {operator}: الرحلة {reference}',
  mailGreeting: 'مرحبًا {name}،',
  mailGreetingNobody: 'مرحبًا،',
  mailText: 'إليك إيصال رحلتك {reference} بتاريخ {date}.',
  mailAttached: 'الإيصال مع خريطة الطريق مرفق بصيغة PDF.',
};

const languages: Readonly<Record<string, ReceiptLanguage>> = {
  en: { locale: 'en', direction: 'ltr', texts: english },
  es: { locale: 'es-UY', direction: 'ltr', texts: spanish },
  ar: { locale: 'ar-u-nu-latn', direction: 'rtl', texts: arabic },
};

/** By the langLocale of a profile, in whatever region; English for what Kerb does not speak. */
export function receiptLanguage(langLocale: string | undefined): ReceiptLanguage {
  const known = languages[langLocale?.toLowerCase().split('-')[0] ?? 'en'];
  return known ?? { locale: 'en', direction: 'ltr', texts: english };
}

/** Puts values into the places of a sentence. */
export const fill = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '');
