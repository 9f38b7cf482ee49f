// Shows the number of bookings in a saved view.
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { answers } from '../../lib/answers.ts';
import { useFormat } from '../../lib/use-format.ts';
import { useSettings } from '../../lib/use-settings.ts';
import { searchText } from '../../ui/data-table/use-table-query.ts';
import { filtersOf, queryOf } from './booking-query.ts';

/** `query` is the query string of the table's page. Renders nothing until the count is loaded. */
export function BookingViewCount({ query }: { query: string }) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const timeZone = useSettings()?.timezone ?? 'UTC';
  const asked = useMemo(() => {
    const params = new URLSearchParams(query);
    return queryOf(filtersOf(params), searchText(params), timeZone);
  }, [query, timeZone]);
  const { data } = answers.countBookings.useQuery({ query: asked });
  if (!data) return null;
  return data.more ? t('views_rows_more', { rows: number(data.count) }) : number(data.count);
}
