// React hook that returns the texts of the audit trail: names of fields, and formatted values.
import { useTranslation } from 'react-i18next';
import { useAuth } from '../../lib/use-auth.ts';
import { useCarTypes } from '../../lib/use-car-types.ts';
import { useFormat } from '../../lib/use-format.ts';
import { isEmptyValue } from './audit-lines.ts';
import { usePersonName } from './person-name.tsx';
import { useFleets } from './use-fleets.ts';

export interface AuditTexts {
  readonly labelOf: (field: string) => string;
  /** Null for an empty value. */
  readonly textOf: (field: string, value: unknown) => string | null;
}

/** Language key of an enumerated value; null for other values. */
function keyOf(field: string, value: string): string | null {
  switch (field) {
    case 'usertype':
      return `usertype_${value}`;
    case 'review':
      return `review_${value}`;
    case 'kind':
      return `document_${value}`;
    case 'source':
      return `audit_source_${value}`;
  }
  return null;
}
const amounts: readonly string[] = ['amount', 'walletBalance'];

function plain(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : JSON.stringify(value);
}

/** `withFleets`: loads the fleets, so that a changed fleet is shown by name. */
export function useAuditTexts(withFleets: boolean): AuditTexts {
  const { i18n, t } = useTranslation();
  const { money } = useFormat();
  const cars = useCarTypes();
  const fleets = useFleets({ wanted: withFleets });
  const { user } = useAuth();
  const nameOf = usePersonName();
  const fleetName = (id: unknown) => {
    const fleet = [...fleets, ...(user ? [user] : [])].find((one) => one.id === id);
    return fleet ? nameOf(fleet) : t('audit_other_fleet');
  };
  /** Text of a composed language key, or null when there is no such text. */
  const word = (key: string) => (i18n.exists(key) ? String(i18n.t(key as 'internal')) : null);
  return {
    labelOf: (field) => word(`person_field_${field}`) ?? field,
    textOf: (field, value) => {
      if (isEmptyValue(value)) return null;
      if (typeof value === 'boolean') return value ? t('audit_yes') : t('audit_no');
      if (typeof value === 'number' && amounts.includes(field)) return money(value);
      if (field === 'carType') return cars.find((car) => car.id === value)?.name ?? plain(value);
      if (field === 'fleetadmin') return fleetName(value);
      const key = keyOf(field, plain(value));
      return (key === null ? null : word(key)) ?? plain(value);
    },
  };
}
