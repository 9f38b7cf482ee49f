// The demonstration's car types, with fares that are typical of Montevideo (Uruguayan pesos, per kilometre and hour).
import { carTypeInput } from '@kerb/domain/fleet';
import type { DemoCarTypeKey } from './demo-names.ts';

const freeThenRising = (first: number, second: number) => [
  { minsDelayed: 3, amount: first },
  { minsDelayed: 8, amount: second },
];

/** A parcel type or option with its description in the shipped languages. */
const choice = (amount: number, { en, ...others }: Record<'en' | 'es' | 'pt' | 'fr' | 'ar', string>) => ({
  description: en,
  amount,
  translations: Object.fromEntries(
    Object.entries(others).map(([locale, description]) => [locale, { description }]),
  ),
});

const parcels = [
  choice(0, {
    en: 'Envelope or documents',
    es: 'Sobre o documentos',
    pt: 'Envelope ou documentos',
    fr: 'Enveloppe ou documents',
    ar: 'مظروف أو مستندات',
  }),
  choice(30, {
    en: 'Small box, up to 5 kg',
    es: 'Caja pequeña, hasta 5 kg',
    pt: 'Caixa pequena, até 5 kg',
    fr: 'Petit carton, jusqu’à 5 kg',
    ar: 'صندوق صغير، حتى 5 كغ',
  }),
  choice(80, {
    en: 'Large box, up to 15 kg',
    es: 'Caja grande, hasta 15 kg',
    pt: 'Caixa grande, até 15 kg',
    fr: 'Grand carton, jusqu’à 15 kg',
    ar: 'صندوق كبير، حتى 15 كغ',
  }),
];

const furniture = choice(250, { en: 'Furniture', es: 'Muebles', pt: 'Móveis', fr: 'Meubles', ar: 'أثاث' });

/** Options of a van; riders and senders choose from the same list. */
const vanExtras = [
  choice(60, {
    en: 'Child seat',
    es: 'Silla infantil',
    pt: 'Cadeirinha infantil',
    fr: 'Siège enfant',
    ar: 'مقعد أطفال',
  }),
  choice(80, {
    en: 'Extra luggage',
    es: 'Equipaje adicional',
    pt: 'Bagagem extra',
    fr: 'Bagages supplémentaires',
    ar: 'أمتعة إضافية',
  }),
  choice(350, {
    en: 'Help with carrying',
    es: 'Ayuda para cargar',
    pt: 'Ajuda para carregar',
    fr: 'Aide au portage',
    ar: 'مساعدة في الحمل',
  }),
];

/** In the order in which users see them. */
export const demoCarTypes = [
  {
    key: 'economy',
    ...carTypeInput.parse({
      name: 'Economy',
      image: '/cars/economy.svg',
      extra_info: 'Everyday rides for up to 4',
      translations: {
        es: { name: 'Económico', extra_info: 'Viajes de todos los días, hasta 4 personas' },
        pt: { name: 'Econômico', extra_info: 'Corridas do dia a dia, até 4 pessoas' },
        fr: { name: 'Économique', extra_info: 'Courses du quotidien, jusqu’à 4 personnes' },
        ar: { name: 'اقتصادية', extra_info: 'رحلات يومية لما يصل إلى 4 أشخاص' },
      },
      base_fare: 60,
      rate_per_unit_distance: 38,
      rate_per_hour: 240,
      min_fare: 130,
      convenience_fees: 6,
      convenience_fee_type: 'percentage',
      parcelTypes: parcels,
      cancelSlab: freeThenRising(50, 90),
    }),
  },
  {
    key: 'comfort',
    ...carTypeInput.parse({
      name: 'Comfort',
      image: '/cars/comfort.svg',
      extra_info: 'Newer, roomier cars for up to 4',
      translations: {
        es: { name: 'Confort', extra_info: 'Autos más nuevos y amplios, hasta 4 personas' },
        pt: { name: 'Conforto', extra_info: 'Carros mais novos e espaçosos, até 4 pessoas' },
        fr: { name: 'Confort', extra_info: 'Voitures plus récentes et spacieuses, jusqu’à 4 personnes' },
        ar: { name: 'مريحة', extra_info: 'سيارات أحدث وأوسع لما يصل إلى 4 أشخاص' },
      },
      base_fare: 75,
      rate_per_unit_distance: 48,
      rate_per_hour: 320,
      min_fare: 180,
      convenience_fees: 6,
      convenience_fee_type: 'percentage',
      parcelTypes: parcels,
      cancelSlab: freeThenRising(70, 120),
    }),
  },
  {
    key: 'van',
    ...carTypeInput.parse({
      name: 'Van',
      image: '/cars/van.svg',
      extra_info: 'Groups and luggage, up to 7',
      translations: {
        es: { name: 'Van', extra_info: 'Grupos y equipaje, hasta 7 personas' },
        pt: { name: 'Van', extra_info: 'Grupos e bagagem, até 7 pessoas' },
        fr: { name: 'Van', extra_info: 'Groupes et bagages, jusqu’à 7 personnes' },
        ar: { name: 'فان', extra_info: 'مجموعات وأمتعة، حتى 7 أشخاص' },
      },
      base_fare: 110,
      rate_per_unit_distance: 65,
      rate_per_hour: 420,
      min_fare: 280,
      convenience_fees: 7.5,
      convenience_fee_type: 'percentage',
      parcelTypes: [...parcels, furniture],
      options: vanExtras,
      cancelSlab: freeThenRising(90, 160),
    }),
  },
  {
    key: 'moto',
    ...carTypeInput.parse({
      name: 'Moto courier',
      image: '/cars/moto.svg',
      extra_info: 'One rider or a parcel, fast through traffic',
      translations: {
        es: { name: 'Moto mensajería', extra_info: 'Un pasajero o un paquete, ágil en el tránsito' },
        pt: { name: 'Moto expressa', extra_info: 'Um passageiro ou um pacote, rápido no trânsito' },
        fr: { name: 'Moto-coursier', extra_info: 'Un passager ou un colis, rapide dans le trafic' },
        ar: { name: 'دراجة توصيل', extra_info: 'راكب واحد أو طرد، سريعة وسط الزحام' },
      },
      base_fare: 45,
      rate_per_unit_distance: 24,
      rate_per_hour: 150,
      min_fare: 95,
      convenience_fees: 9,
      convenience_fee_type: 'flat',
      parcelTypes: parcels.slice(0, 2),
      cancelSlab: freeThenRising(30, 60),
    }),
  },
] as const satisfies readonly ({ key: DemoCarTypeKey } & ReturnType<typeof carTypeInput.parse>)[];
