// Bar chart of a day's earnings by hour, with the same figures in a table for screen readers.
import type { DriverDay } from '@kerb/contract';
import { isolated } from '@kerb/texts';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../lib/i18n/use-language.ts';
import { useFormat } from '../../lib/use-format.ts';
import { useSettings } from '../../lib/use-settings.ts';
import { ReportChart } from '../../ui/reports/report-chart.tsx';
import { visuallyHidden } from '../../ui/visually-hidden.ts';

export function DayHours({ hours }: Pick<DriverDay, 'hours'>) {
  const { t } = useTranslation();
  const { number, duration, money } = useFormat();
  const { dateLocale } = useLanguage();
  const settings = useSettings();
  const hour = new Intl.DateTimeFormat(dateLocale, {
    hour: 'numeric',
    timeZone: settings?.timezone ?? 'UTC',
  });
  const names = hours.map(({ starts }) => hour.format(starts));
  return (
    <>
      <ReportChart
        title={t('day_chart', { unit: isolated(settings?.symbol ?? '') })}
        names={names}
        labelEvery={4}
        series={[{ label: t('day_earned'), values: hours.map(({ earned }) => earned) }]}
      />
      <table style={{ ...visuallyHidden, width: '1px' }}>
        <caption>{t('day_hours')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('day_hour')}</th>
            <th scope="col">{t('day_earned')}</th>
            <th scope="col">{t('day_trips', { count: 2 })}</th>
            <th scope="col">{t('day_online')}</th>
          </tr>
        </thead>
        <tbody>
          {hours
            .filter(({ earned, online_secs }) => earned > 0 || online_secs > 0)
            .map(({ starts, earned, trips, online_secs }) => (
              <tr key={starts}>
                <th scope="row">{hour.format(starts)}</th>
                <td>{money(earned)}</td>
                <td>{number(trips)}</td>
                <td>{online_secs === 0 ? '–' : duration(online_secs)}</td>
              </tr>
            ))}
        </tbody>
      </table>
    </>
  );
}
