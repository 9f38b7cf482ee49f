// Default cancel reasons of a new installation, in the shipped languages.
import type { CancelReason } from '@kerb/contract';

const texts: readonly Record<'en' | 'es' | 'pt' | 'fr' | 'ar', string>[] = [
  {
    en: 'The car is too far away',
    es: 'El auto está demasiado lejos',
    pt: 'O carro está longe demais',
    fr: 'La voiture est trop loin',
    ar: 'السيارة بعيدة جدًا',
  },
  {
    en: 'The wait is too long',
    es: 'La espera es demasiado larga',
    pt: 'A espera é longa demais',
    fr: 'L’attente est trop longue',
    ar: 'مدة الانتظار طويلة جدًا',
  },
  {
    en: 'Nobody came to the pickup',
    es: 'No vino nadie al punto de recogida',
    pt: 'Ninguém apareceu no ponto de embarque',
    fr: 'Personne n’est venu au point de prise en charge',
    ar: 'لم يحضر أحد إلى نقطة الانطلاق',
  },
  {
    en: 'The other side asked to cancel',
    es: 'La otra parte pidió cancelar',
    pt: 'A outra parte pediu o cancelamento',
    fr: 'L’autre personne a demandé l’annulation',
    ar: 'طلب الطرف الآخر الإلغاء',
  },
  {
    en: 'The pickup or the drop is wrong',
    es: 'El punto de recogida o el destino es incorrecto',
    pt: 'O ponto de embarque ou o destino está errado',
    fr: 'La prise en charge ou la destination est incorrecte',
    ar: 'نقطة الانطلاق أو الوجهة غير صحيحة',
  },
  {
    en: 'Plans have changed',
    es: 'Cambiaron los planes',
    pt: 'Os planos mudaram',
    fr: 'Les plans ont changé',
    ar: 'تغيّرت الخطط',
  },
  {
    en: 'The vehicle or the driver is not as shown',
    es: 'El vehículo o el conductor no es el que se muestra',
    pt: 'O veículo ou o motorista não é o mostrado',
    fr: 'Le véhicule ou le chauffeur n’est pas celui indiqué',
    ar: 'المركبة أو السائق ليس كما هو معروض',
  },
  { en: 'Another reason', es: 'Otro motivo', pt: 'Outro motivo', fr: 'Autre raison', ar: 'سبب آخر' },
];

export const defaultCancelReasons: readonly CancelReason[] = texts.map(({ en, ...others }, value) => ({
  value,
  label: en,
  translations: Object.fromEntries(Object.entries(others).map(([locale, label]) => [locale, { label }])),
}));
