// The words of printed reports in each language Kerb speaks, and how its readers write numbers and dates.
import type { StatementKind } from '@kerb/contract';

export interface ReportTexts {
  earnings: string;
  driverEarnings: string;
  statement: string;
  allMonths: string;
  /** {from} and {to} are months. */
  period: string;
  since: string;
  until: string;
  page: string;
  /** {date} is the day of printing. */
  printed: string;
  empty: string;
  total: string;
  month: string;
  rides: string;
  cancelled: string;
  tripCost: string;
  rideCost: string;
  cancellationFee: string;
  convenienceFee: string;
  discountAmount: string;
  profit: string;
  grossTripCost: string;
  refunds: string;
  driver: string;
  vehicle: string;
  fleet: string;
  noFleet: string;
  driverShare: string;
  formulas: string;
  date: string;
  movement: string;
  trip: string;
  amount: string;
  balance: string;
  opening: string;
  closing: string;
  kinds: Readonly<Record<StatementKind, string>>;
}

export interface ReportLanguage {
  /** For Intl, and for the document. */
  locale: string;
  direction: 'ltr' | 'rtl';
  texts: ReportTexts;
}

const english: ReportTexts = {
  earnings: 'Earning report',
  driverEarnings: 'Driver earnings',
  statement: 'Monthly statement',
  allMonths: 'All months',
  period: '{from} to {to}',
  since: 'Since {from}',
  until: 'Until {to}',
  page: 'Page {page} of {pages}',
  printed: 'Printed on {date}',
  empty: 'No data available.',
  total: 'Total',
  month: 'Month',
  rides: 'Rides',
  cancelled: 'Cancelled',
  tripCost: 'Trip cost',
  rideCost: 'Ride cost',
  cancellationFee: 'Cancellation fees',
  convenienceFee: 'Convenience fees',
  discountAmount: 'Discounts',
  profit: 'Profit',
  grossTripCost: 'Gross trip cost',
  refunds: 'Refunds',
  driver: 'Driver',
  vehicle: 'Vehicle',
  fleet: 'Fleet',
  noFleet: 'Without a fleet',
  driverShare: 'Driver share',
  formulas:
    'Profit is convenience fees plus cancellation fees less discounts. Gross trip cost is trip cost plus cancellation fees. Rides include cancelled ones that had a fee.',
  date: 'Date',
  movement: 'Movement',
  trip: 'Trip',
  amount: 'Amount',
  balance: 'Balance',
  opening: 'Opening balance',
  closing: 'Closing balance',
  kinds: {
    driver_share: 'Trip share',
    cash_collected: 'Cash collected',
    cancellation_fee: 'Cancellation fee',
    topup: 'Top-up',
    admin_credit: 'Credit by the operator',
    referral: 'Referral bonus',
    withdrawal: 'Withdrawal',
    withdrawal_returned: 'Withdrawal returned',
    other: 'Other',
  },
};

const spanish: ReportTexts = {
  earnings: 'Informe de ganancias',
  driverEarnings: 'Ganancias de conductores',
  statement: 'Estado de cuenta mensual',
  allMonths: 'Todos los meses',
  period: '{from} a {to}',
  since: 'Desde {from}',
  until: 'Hasta {to}',
  page: 'Página {page} de {pages}',
  printed: 'Impreso el {date}',
  empty: 'No hay datos disponibles.',
  total: 'Total',
  month: 'Mes',
  rides: 'Viajes',
  cancelled: 'Cancelados',
  tripCost: 'Costo de viajes',
  rideCost: 'Tarifa',
  cancellationFee: 'Cargos por cancelación',
  convenienceFee: 'Comisiones',
  discountAmount: 'Descuentos',
  profit: 'Ganancia',
  grossTripCost: 'Costo bruto',
  refunds: 'Reembolsos',
  driver: 'Conductor',
  vehicle: 'Vehículo',
  fleet: 'Flota',
  noFleet: 'Sin flota',
  driverShare: 'Parte del conductor',
  formulas:
    'La ganancia es comisiones más cargos por cancelación menos descuentos. El costo bruto es el costo de viajes más los cargos por cancelación. Los viajes incluyen los cancelados que tuvieron cargo.',
  date: 'Fecha',
  movement: 'Movimiento',
  trip: 'Viaje',
  amount: 'Importe',
  balance: 'Saldo',
  opening: 'Saldo inicial',
  closing: 'Saldo final',
  kinds: {
    driver_share: 'Parte del viaje',
    cash_collected: 'Efectivo cobrado',
    cancellation_fee: 'Cargo por cancelación',
    topup: 'Recarga',
    admin_credit: 'Crédito del operador',
    referral: 'Bono por invitación',
    withdrawal: 'Retiro',
    withdrawal_returned: 'Retiro devuelto',
    other: 'Otro',
  },
};

const arabic: ReportTexts = {
  earnings: 'تقرير الأرباح',
  driverEarnings: 'أرباح السائقين',
  statement: 'كشف الحساب الشهري',
  allMonths: 'كل الأشهر',
  period: 'من {from} إلى {to}',
  since: 'منذ {from}',
  until: 'حتى {to}',
  page: 'صفحة {page} من {pages}',
  printed: 'طُبع في {date}',
  empty: 'لا توجد بيانات.',
  total: 'المجموع',
  month: 'الشهر',
  rides: 'الرحلات',
  cancelled: 'الملغاة',
  tripCost: 'تكلفة الرحلات',
  rideCost: 'الأجرة',
  cancellationFee: 'رسوم الإلغاء',
  convenienceFee: 'رسوم الخدمة',
  discountAmount: 'الخصومات',
  profit: 'الربح',
  grossTripCost: 'التكلفة الإجمالية',
  refunds: 'المبالغ المستردة',
  driver: 'السائق',
  vehicle: 'المركبة',
  fleet: 'الأسطول',
  noFleet: 'بلا أسطول',
  driverShare: 'حصة السائق',
  formulas:
    'الربح هو رسوم الخدمة زائد رسوم الإلغاء ناقص الخصومات. التكلفة الإجمالية هي تكلفة الرحلات زائد رسوم الإلغاء. تشمل الرحلات ما أُلغي منها برسوم.',
  date: 'التاريخ',
  movement: 'الحركة',
  trip: 'الرحلة',
  amount: 'المبلغ',
  balance: 'الرصيد',
  opening: 'الرصيد الافتتاحي',
  closing: 'الرصيد الختامي',
  kinds: {
    driver_share: 'حصة الرحلة',
    cash_collected: 'نقد محصَّل',
    cancellation_fee: 'رسوم إلغاء',
    topup: 'شحن رصيد',
    admin_credit: 'رصيد من المشغّل',
    referral: 'مكافأة دعوة',
    withdrawal: 'سحب',
    withdrawal_returned: 'سحب مُعاد',
    other: 'أخرى',
  },
};

const languages: Readonly<Record<string, ReportLanguage>> = {
  en: { locale: 'en', direction: 'ltr', texts: english },
  es: { locale: 'es-UY', direction: 'ltr', texts: spanish },
  ar: { locale: 'ar-u-nu-latn', direction: 'rtl', texts: arabic },
};

/** By the langLocale of a profile, in whatever region; English for what Kerb does not speak. */
export function reportLanguage(langLocale: string | undefined): ReportLanguage {
  const known = languages[langLocale?.toLowerCase().split('-')[0] ?? 'en'];
  return known ?? { locale: 'en', direction: 'ltr', texts: english };
}
