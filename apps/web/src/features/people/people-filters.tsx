// Filters of the lists of riders and drivers: fields, and a chip for each active filter.
import type { Usertype } from '@kerb/domain/identity';
import { isolated } from '@kerb/texts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useCarTypes } from '../../lib/use-car-types.ts';
import { type FilterChip, FilterChips, useSearchChip } from '../../ui/data-table/filter-chips.tsx';
import { FilterPanel } from '../../ui/data-table/filter-panel.tsx';
import { FilterSelect } from '../../ui/data-table/filter-select.tsx';
import { documentFilters, noFilters, type PeopleFilters, reviewsOf } from './people-query.ts';
import { usePersonName } from './person-name.tsx';
import { useFleets } from './use-fleets.ts';

interface PeopleFiltersProps {
  readonly usertype: Usertype;
  readonly viewer: Usertype;
  /** The selected tab. */
  readonly tab: string;
  readonly filters: PeopleFilters;
  /** Writes parameters to the query string; '' removes one. */
  readonly onChange: (change: Readonly<Record<string, string>>) => void;
}

export function PeopleFilterPanel({ tabs, ...props }: PeopleFiltersProps & { tabs: ReactNode }) {
  return (
    <FilterPanel tabs={tabs}>
      <ReviewField {...props} />
      {props.usertype === 'driver' && <DriverFields {...props} />}
    </FilterPanel>
  );
}

function ReviewField({ usertype, tab, filters, onChange }: PeopleFiltersProps) {
  const { t } = useTranslation();
  const reviews = reviewsOf(usertype, tab);
  if (reviews.length === 0) return null;
  return (
    <FilterSelect
      label={t('person_field_review')}
      value={filters.review}
      anyText={t('people_any_review')}
      options={reviews.map((value) => ({ value, text: t(`review_${value}`) }))}
      onChange={(review) => onChange({ review })}
    />
  );
}

function DriverFields({ viewer, filters, onChange }: PeopleFiltersProps) {
  const { t } = useTranslation();
  const nameOf = usePersonName();
  const cars = useCarTypes();
  const fleets = useFleets({ wanted: viewer === 'admin' });
  return (
    <>
      <FilterSelect
        label={t('person_field_carType')}
        value={filters.car}
        anyText={t('people_any_car')}
        options={cars.map(({ id, name }) => ({ value: id, text: name }))}
        onChange={(car) => onChange({ car })}
      />
      {viewer === 'admin' && (
        <FilterSelect
          label={t('person_field_fleetadmin')}
          value={filters.fleet}
          anyText={t('people_any_fleet')}
          options={fleets.map((fleet) => ({ value: fleet.id, text: nameOf(fleet) }))}
          onChange={(fleet) => onChange({ fleet })}
        />
      )}
      <FilterSelect
        label={t('person_field_documents')}
        value={filters.documents}
        anyText={t('people_any_documents')}
        options={documentFilters.map((value) => ({ value, text: t(`people_documents_${value}`) }))}
        onChange={(documents) => onChange({ documents })}
      />
    </>
  );
}

type PeopleFilterChipsProps = Pick<PeopleFiltersProps, 'filters' | 'onChange'> & {
  /** The search text; '' without a search. */
  readonly q: string;
};

/** Clearing all filters does not change the tab. */
export function PeopleFilterChips({ filters, q, onChange }: PeopleFilterChipsProps) {
  const { t } = useTranslation();
  const { review, car, fleet, documents } = filters;
  const nameOf = usePersonName();
  const cars = useCarTypes();
  const fleets = useFleets({ wanted: fleet !== '' });
  const searchChip = useSearchChip(q, () => onChange({ q: '' }));
  const fleetadmin = fleets.find(({ id }) => id === fleet);
  /** Shows the name alone until the value is loaded. */
  const chip = (key: keyof PeopleFilters, name: string, value: string | undefined): FilterChip => ({
    key,
    text: value ? t('table_filter_of', { name, value: isolated(value) }) : name,
    onRemove: () => onChange({ [key]: '' }),
  });
  const chips = [
    ...searchChip,
    ...(review ? [chip('review', t('person_field_review'), t(`review_${review}`))] : []),
    ...(car ? [chip('car', t('person_field_carType'), cars.find(({ id }) => id === car)?.name)] : []),
    ...(fleet ? [chip('fleet', t('person_field_fleetadmin'), fleetadmin && nameOf(fleetadmin))] : []),
    ...(documents
      ? [chip('documents', t('person_field_documents'), t(`people_documents_${documents}`))]
      : []),
  ];
  return <FilterChips chips={chips} onClear={() => onChange({ ...noFilters, q: '' })} />;
}
