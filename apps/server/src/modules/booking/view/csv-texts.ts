// The headers of the bookings' CSV in the reader's language, in the order of its columns.
import type { CsvColumn } from '../../../kit/index.ts';
import type { ReaderTexts } from '../../languages/index.ts';

const keys = [
  'reference',
  'status',
  'bookingDate',
  'tripdate',
  'bookLater',
  'booking_type_admin',
  'carType',
  'customer_name',
  'customer_contact',
  'customer_email',
  'driver_name',
  'driver_contact',
  'vehicle_number',
  'pickupAddress',
  'dropAddress',
  'estimateDistance',
  'distance',
  'payment_mode',
  'prepaid',
  'trip_cost',
  'convenience_fees',
  'driver_share',
  'discount_amount',
  'promo',
  'payableAmount',
  'customer_paid',
  'usedWalletMoney',
  'cashPaymentAmount',
  'cardPaymentAmount',
  'cancellationFee',
  'cancelledBy',
  'reason',
  'driver_accept_time',
  'trip_start_time',
  'trip_end_time',
  'rating',
  'deliveryPerson',
  'deliveryPersonPhone',
  'id',
] as const;
export type CsvKey = (typeof keys)[number];

export const csvColumns = ({ text }: ReaderTexts): CsvColumn[] =>
  keys.map((key) => ({ key, header: text(`csv_${key}`) }));
