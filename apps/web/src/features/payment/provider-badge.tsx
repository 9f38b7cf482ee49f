// Badge with a payment provider's name, drawn without the provider's logo.
import { type ProviderName, providerTitles } from '@kerb/domain/payment';

/** Background colours, each dark enough for white letters. */
const colours: Record<ProviderName, string> = {
  paypal: '#1F3A7A',
  braintree: '#2B2B2B',
  stripe: '#4B45C6',
  paytm: '#0B4A7A',
  payulatam: '#1B6B3A',
  flutterwave: '#8A5A00',
  paystack: '#0B5F77',
  securepay: '#7A1F2B',
  payfast: '#A32020',
  liqpay: '#3B6A12',
  culqi: '#0F6B66',
  mercadopago: '#0A5E94',
  test: '#4A4F57',
};

const WIDTH = 64;
const HEIGHT = 40;
/** Number of letters that fit on the badge at full size. */
const ROOM = 7;

export function ProviderBadge({ name }: { readonly name: ProviderName }) {
  const title = providerTitles[name];
  const size = Math.min(13, (13 * ROOM) / title.length);
  return (
    <svg
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      width={WIDTH}
      height={HEIGHT}
      aria-hidden="true"
      style={{ flexShrink: 0 }}
    >
      <rect width={WIDTH} height={HEIGHT} rx="8" fill={colours[name]} />
      <text
        x={WIDTH / 2}
        y={HEIGHT / 2}
        dominantBaseline="central"
        textAnchor="middle"
        direction="ltr"
        fill="#FFFFFF"
        fontSize={size}
        fontWeight="700"
        fontFamily="inherit"
      >
        {title}
      </text>
    </svg>
  );
}
