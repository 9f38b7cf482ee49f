// Column definitions of the user lists: contact, balance, a driver's car and duty, and bank details where the settings
// require them.

import type { User } from '@kerb/contract';
import type { Usertype } from '@kerb/domain/identity';
import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { hasWallet } from '../../lib/has-wallet.ts';
import { useCarName } from '../../lib/use-car-types.ts';
import { type Formatters, useFormat } from '../../lib/use-format.ts';
import { useSettings } from '../../lib/use-settings.ts';
import type { TableColumn } from '../../ui/data-table/table-column.ts';
import { Money } from '../../ui/money.tsx';
import { RatingText } from '../../ui/rating-stars.tsx';
import { Contact, Missing, TextOrMissing } from './contact.tsx';
import { DocumentsChip } from './documents-chip.tsx';
import { PersonName } from './person-name.tsx';
import { DutyChip, ReviewChip } from './review-chip.tsx';

type Column = TableColumn<User>;

function contactColumns(t: TFunction, { date }: Formatters): Column[] {
  return [
    {
      field: 'firstName',
      header: t('person_field_name'),
      render: (person) => <PersonName person={person} />,
      sortable: true,
      width: 190,
      grow: 2,
      card: 'title',
    },
    {
      field: 'mobile',
      header: t('person_field_mobile'),
      render: (person) => <Contact value={person.mobile} />,
      sortable: true,
      width: 132,
      leaves: 2,
    },
    {
      field: 'email',
      header: t('person_field_email'),
      render: (person) => <Contact value={person.email} />,
      sortable: true,
      width: 170,
      grow: 1.6,
      leaves: 11,
    },
    {
      field: 'review',
      header: t('person_field_review'),
      render: (person) => <ReviewChip review={person.review} />,
      sortable: true,
      width: 112,
      card: 'aside',
    },
    {
      field: 'createdAt',
      header: t('person_field_createdAt'),
      render: (person) => date(person.createdAt),
      sortable: true,
      width: 104,
      leaves: 10,
    },
  ];
}

function CarName({ driver }: { driver: User['driver'] }) {
  const carName = useCarName();
  return <TextOrMissing text={driver ? carName(driver) || null : null} />;
}

function driverColumns(t: TFunction, isAdmin: boolean): Column[] {
  const fleet: Column = {
    field: 'fleetadmin',
    header: t('person_field_fleetadmin'),
    render: ({ driver }) => <TextOrMissing text={driver?.fleetadminName ?? null} />,
    sortable: true,
    width: 120,
    leaves: 9,
  };
  return [
    {
      field: 'duty',
      header: t('person_field_duty'),
      render: ({ driver }) => (driver ? <DutyChip driver={driver} /> : <Missing />),
      sortable: true,
      width: 112,
      leaves: 4,
      card: 'badge',
    },
    {
      field: 'documents',
      header: t('person_field_documents'),
      render: ({ driver }) => (driver ? <DocumentsChip driver={driver} /> : <Missing />),
      sortable: true,
      width: 140,
      leaves: 5,
      card: 'badge',
    },
    {
      field: 'vehicleNumber',
      header: t('person_field_vehicleNumber'),
      render: ({ driver }) => <TextOrMissing text={driver?.vehicleNumber ?? null} />,
      sortable: true,
      width: 92,
      leaves: 3,
    },
    {
      field: 'carType',
      header: t('person_field_carType'),
      render: ({ driver }) => <CarName driver={driver} />,
      sortable: true,
      width: 96,
      leaves: 6,
    },
    {
      field: 'vehicle',
      header: t('person_field_vehicle'),
      render: ({ driver }) => (
        <TextOrMissing text={[driver?.vehicleMake, driver?.vehicleModel].filter(Boolean).join(' ')} />
      ),
      width: 130,
      leaves: 12,
    },
    ...(isAdmin ? [fleet] : []),
    {
      field: 'rating',
      header: t('person_field_rating'),
      render: (person) => <RatingText value={person.ratings.userrating} />,
      sortable: true,
      width: 76,
      leaves: 8,
    },
  ];
}

function moneyColumns(t: TFunction): Column[] {
  return [
    {
      field: 'walletBalance',
      header: t('person_field_walletBalance'),
      render: (person) => <Money amount={person.walletBalance} />,
      sortable: true,
      width: 104,
      align: 'end',
      leaves: 7,
    },
    {
      field: 'referralId',
      header: t('person_field_referralId'),
      render: (person) => <TextOrMissing text={person.referralId} />,
      width: 96,
      leaves: 13,
    },
  ];
}

function bankColumns(t: TFunction): Column[] {
  const column = (field: 'bankName' | 'bankCode' | 'bankAccount'): Column => ({
    field,
    header: t(`person_field_${field}`),
    render: (person) => <Contact value={person[field]} />,
    width: 140,
    optional: true,
  });
  return [column('bankName'), column('bankCode'), column('bankAccount')];
}

/** Columns in the order of the table. Fleet admins do not see the fleet, because it is always their own. */
export function usePeopleColumns(usertype: Usertype, viewer: Usertype): readonly Column[] {
  const { t } = useTranslation();
  const format = useFormat();
  const withBank = useSettings()?.bank_fields ?? false;
  return useMemo(() => {
    const withWallet = hasWallet(usertype);
    return [
      ...contactColumns(t, format),
      ...(usertype === 'driver' ? driverColumns(t, viewer === 'admin') : []),
      ...(withWallet ? moneyColumns(t) : []),
      ...(withBank && withWallet ? bankColumns(t) : []),
    ];
  }, [t, format, withBank, usertype, viewer]);
}
