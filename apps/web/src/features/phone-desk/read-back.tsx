// Summary that the dispatcher reads out before booking, in the caller's language: pickup, destination, time and fare.
import type { EstimateView } from '@kerb/contract';
import { isolated } from '@kerb/texts';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import i18next from 'i18next';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDateTime, formatMoney } from '../../lib/format.ts';
import { openArea } from '../../lib/i18n/areas.ts';
import type { AppLanguage } from '../../lib/i18n/index.ts';
import { offeredFor } from '../../lib/i18n/languages.ts';
import { useLanguage } from '../../lib/i18n/use-language.ts';
import { useFormat } from '../../lib/use-format.ts';
import { useSettings } from '../../lib/use-settings.ts';
import { fareOfOrder, type OrderPlan } from './order-plan.ts';

interface ReadBackProps {
  readonly estimate: EstimateView;
  readonly carName: string;
  /** ms since the epoch; null for now. */
  readonly tripdate: number | null;
  readonly plan: OrderPlan;
  /** Major units; null without a return trip, and while it is being quoted. */
  readonly returnFare: number | null;
  /** Language code of the caller, "es"; null for the console's language. */
  readonly language: string | null;
}

/** The caller's language once its texts are loaded; until then the console's language. */
function useCallersLanguage(language: string | null): AppLanguage {
  const own = useLanguage();
  const wanted = (language === null ? null : offeredFor(language)) ?? own;
  const [loaded, setLoaded] = useState<AppLanguage>(own);
  useEffect(() => {
    let isCurrent = true;
    openArea('desk', wanted).then(
      () => isCurrent && setLoaded(wanted),
      () => undefined,
    );
    return () => {
      isCurrent = false;
    };
  }, [wanted]);
  return loaded;
}

export function ReadBack(props: ReadBackProps) {
  const { estimate, carName, tripdate, plan, returnFare } = props;
  const { t } = useTranslation();
  const { money } = useFormat();
  const settings = useSettings();
  const { locale, dateLocale, direction } = useCallersLanguage(props.language);
  if (!settings) return null;
  const translate = i18next.getFixedT(locale);
  const total = fareOfOrder(estimate, plan, returnFare ?? 0, settings.decimal);
  const moment = (at: number) => formatDateTime(at, dateLocale, settings.timezone);
  const words = {
    car: isolated(carName),
    pickup: isolated(estimate.pickup.add),
    drop: isolated(estimate.drop.add),
    when: tripdate === null ? translate('desk_now') : moment(tripdate),
    amount: formatMoney(total, settings, dateLocale),
    count: plan.cars,
  };
  const back =
    plan.returnAt == null ? '' : ` ${translate('desk_read_back_return', { when: moment(plan.returnAt) })}`;
  return (
    <Box sx={{ display: 'grid', gap: 0.5 }}>
      <Typography variant="body2" sx={{ fontWeight: 600 }}>
        {t('desk_read_out')}
      </Typography>
      <Typography
        lang={locale}
        dir={direction}
        sx={{ bgcolor: 'background.subtle', borderRadius: '12px', p: 1.5 }}
      >
        {translate('desk_read_back', words)}
        {back}
      </Typography>
      {returnFare !== null && (
        <Typography variant="body2" color="text.secondary">
          {t('desk_return_fare', { amount: money(returnFare) })}
        </Typography>
      )}
    </Box>
  );
}
