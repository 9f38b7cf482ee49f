// /shifts: the weekly shifts of drivers and their planning; ?day=YYYY-MM-DD selects another week.
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { Roster } from '../../features/shifts/roster.tsx';
import { ConsoleShell } from '../../ui/console-shell.tsx';

const written = /^\d{4}-\d{2}-\d{2}$/;

export function ShiftsScreen() {
  const { t } = useTranslation();
  const [query, setQuery] = useSearchParams();
  const day = query.get('day') ?? '';
  const isDay = written.test(day) && !Number.isNaN(Date.parse(day));
  return (
    <ConsoleShell title={t('nav_shifts')}>
      <Roster
        day={isDay ? day : null}
        onDay={(next) => setQuery(next === null ? {} : { day: next }, { replace: true })}
      />
    </ConsoleShell>
  );
}
