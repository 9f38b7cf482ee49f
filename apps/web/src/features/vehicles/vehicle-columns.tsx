// Column definitions of the shared vehicles: vehicle, current driver, since when, and plan.
import type { Vehicle } from '@kerb/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useCarName } from '../../lib/use-car-types.ts';
import { useFormat } from '../../lib/use-format.ts';
import type { TableColumn } from '../../ui/data-table/table-column.ts';
import { MomentCell } from '../../ui/moment-cell.tsx';
import { OwnText } from '../../ui/own-text.tsx';
import { usePlanText } from './use-plan-text.ts';
import { VehicleChip } from './vehicle-chip.tsx';

type Column = TableColumn<Vehicle>;

export function useVehicleColumns(isAdmin: boolean): readonly Column[] {
  const { t } = useTranslation();
  const { number } = useFormat();
  const carName = useCarName();
  const planText = usePlanText();
  return useMemo<readonly Column[]>(() => {
    const fleet: Column = {
      field: 'fleet',
      header: t('vehicles_col_fleet'),
      render: ({ fleetadmin, fleet: name }) => (
        <OwnText text={fleetadmin === null ? t('vehicles_platform') : name} />
      ),
      width: 130,
      grow: 1,
      leaves: 3,
    };
    return [
      {
        field: 'vehicleNumber',
        header: t('vehicles_col_plate'),
        render: ({ vehicleNumber }) => <OwnText strong text={vehicleNumber} />,
        sortable: true,
        width: 116,
        grow: 0.6,
        card: 'title',
      },
      {
        field: 'vehicleMake',
        header: t('vehicles_col_vehicle'),
        render: ({ vehicleMake, vehicleModel }) => <OwnText text={`${vehicleMake} ${vehicleModel}`.trim()} />,
        sortable: true,
        width: 140,
        grow: 3,
      },
      {
        field: 'carType',
        header: t('vehicles_col_car_type'),
        render: (vehicle) => carName(vehicle) || t('vehicles_no_car_type'),
        width: 120,
        grow: 0.6,
        leaves: 4,
      },
      {
        field: 'driver',
        header: t('vehicles_col_driver'),
        render: ({ takenByName }) => (takenByName === '' ? '–' : <OwnText text={takenByName} />),
        width: 140,
        grow: 1,
      },
      {
        field: 'takenAt',
        header: t('vehicles_col_since'),
        render: ({ takenAt }) => (takenAt === null ? '–' : <MomentCell at={takenAt} />),
        sortable: true,
        width: 136,
        leaves: 2,
      },
      {
        field: 'plan',
        header: t('vehicles_col_plan'),
        render: (vehicle) => planText(vehicle),
        width: 160,
        grow: 0.8,
        leaves: 1,
      },
      ...(isAdmin ? [fleet] : []),
      {
        field: 'drivers',
        header: t('vehicles_col_drivers'),
        render: ({ drivers }) => number(drivers.length),
        width: 100,
        align: 'end',
        leaves: 5,
      },
      {
        field: 'createdAt',
        header: t('vehicles_col_added'),
        render: ({ createdAt }) => <MomentCell at={createdAt} />,
        sortable: true,
        width: 136,
        optional: true,
      },
      {
        field: 'state',
        header: t('vehicles_col_state'),
        render: ({ state }) => <VehicleChip state={state} />,
        width: 104,
        card: 'aside',
      },
    ];
  }, [t, number, carName, planText, isAdmin]);
}
