// React hook that formats the figures of a comparison: seconds, shares in percent, and the Gini coefficient.
import type { WhatIfFigure } from '@kerb/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../lib/i18n/use-language.ts';

const kindOf = (figure: WhatIfFigure): 'seconds' | 'share' | 'number' => {
  switch (figure) {
    case 'served_share':
    case 'idle_share':
      return 'share';
    case 'earnings_gini':
      return 'number';
    case 'wait_mean_secs':
    case 'wait_median_secs':
    case 'wait_p95_secs':
    case 'pickup_drive_mean_secs':
      return 'seconds';
  }
};

const seconds = { style: 'unit', unit: 'second', unitDisplay: 'short', maximumFractionDigits: 0 } as const;
const share = { style: 'percent', minimumFractionDigits: 1, maximumFractionDigits: 1 } as const;
const fraction = { minimumFractionDigits: 3, maximumFractionDigits: 3 } as const;
const points = { minimumFractionDigits: 1, maximumFractionDigits: 1 } as const;
const signed = { signDisplay: 'exceptZero' } as const;

export function useFigureText() {
  const { t } = useTranslation();
  const { dateLocale } = useLanguage();
  return useMemo(() => {
    const write = (value: number, options: Intl.NumberFormatOptions): string =>
      new Intl.NumberFormat(dateLocale, options).format(value);
    function valueText(figure: WhatIfFigure, value: number): string {
      switch (kindOf(figure)) {
        case 'seconds':
          return write(value, seconds);
        case 'share':
          return write(value, share);
        case 'number':
          return write(value, fraction);
      }
    }
    /** A difference of shares is formatted in percentage points. */
    function distanceText(figure: WhatIfFigure, value: number, sign: Intl.NumberFormatOptions): string {
      switch (kindOf(figure)) {
        case 'seconds':
          return write(value, { ...seconds, ...sign });
        case 'share':
          return t('whatif_percent_points', { points: write(value * 100, { ...points, ...sign }) });
        case 'number':
          return write(value, { ...fraction, ...sign });
      }
    }
    return {
      valueText,
      percentText: (value: number): string => write(value, { style: 'percent' }),
      amountText: (figure: WhatIfFigure, value: number): string => distanceText(figure, value, {}),
      differenceText: (figure: WhatIfFigure, value: number): string => distanceText(figure, value, signed),
      rangeText: (figure: WhatIfFigure, { low, high }: { low: number; high: number }): string =>
        t('whatif_range', { low: valueText(figure, low), high: valueText(figure, high) }),
    };
  }, [t, dateLocale]);
}
