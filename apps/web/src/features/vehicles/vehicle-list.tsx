// List of the shared vehicles, searched, sorted and paged by the server, with the current driver and actions.
import { type Me, type Vehicle, type VehicleSort, vehicleSort } from '@kerb/contract';
import AddOutlined from '@mui/icons-material/AddOutlined';
import CarRentalOutlined from '@mui/icons-material/CarRentalOutlined';
import Button from '@mui/material/Button';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { answers } from '../../lib/answers.ts';
import { shownResponse } from '../../lib/shown-response.ts';
import { CompactButton } from '../../ui/compact-button.tsx';
import { DataTable } from '../../ui/data-table/data-table.tsx';
import { useTableQuery } from '../../ui/data-table/use-table-query.ts';
import { DoneNotice } from '../../ui/done-notice.tsx';
import { EmptyState } from '../../ui/page-states.tsx';
import { PillLinks, usePill } from '../../ui/pill-links.tsx';
import { useVehicleColumns } from './vehicle-columns.tsx';
import { VehicleFormDialog } from './vehicle-form-dialog.tsx';
import { VehiclePeek } from './vehicle-peek.tsx';

const tabs = ['all', 'taken', 'free', 'retired'] as const;
const toSort = (field: string): VehicleSort =>
  vehicleSort.options.find((sort) => sort === field) ?? 'createdAt';
const rowId = ({ id }: { id: string }) => id;

interface VehicleListProps {
  readonly viewer: Me;
  /** Renders the screen's layout around the list; `add` is the button that adds a vehicle. */
  readonly frame: (add: ReactNode, list: ReactNode) => ReactNode;
}

export function VehicleList({ viewer, frame }: VehicleListProps) {
  const { t } = useTranslation();
  const isAdmin = viewer.usertype === 'admin';
  const tab = usePill('show', tabs);
  const state = useTableQuery({
    sort: 'createdAt',
    order: 'desc',
    sortable: vehicleSort.options,
    scope: tab,
  });
  const { q, sort, order, limit, cursor } = state.query;
  const rows = shownResponse(
    answers.listVehicles.useQuery({
      query: {
        sort: toSort(sort),
        order,
        limit,
        q: q || undefined,
        state: tab === 'all' ? undefined : tab,
        cursor: cursor ?? undefined,
      },
    }),
  );
  const [isAdding, setAdding] = useState(false);
  const [saved, setSaved] = useState<string | null>(null);
  const add = () => setAdding(true);
  const filtered = q !== '' || tab !== 'all';
  const done = ({ vehicleNumber: plate }: Vehicle) => {
    setAdding(false);
    setSaved(t('vehicles_saved', { plate }));
  };
  return (
    <>
      {frame(
        <CompactButton variant="contained" icon={<AddOutlined />} text={t('vehicles_add')} onClick={add} />,
        <DataTable
          name="vehicles"
          label={t('vehicles_label')}
          columns={useVehicleColumns(isAdmin)}
          rowId={rowId}
          rowLabel={({ vehicleNumber: plate }) => t('vehicles_open', { plate })}
          state={state}
          rows={rows}
          searchLabel={t('vehicles_search')}
          filters={
            <PillLinks
              label={t('vehicles_which')}
              param="show"
              value={tab}
              pills={tabs.map((value) => ({ value, text: t(`vehicles_show_${value}`) }))}
            />
          }
          renderPeek={(vehicle, close) => (
            <VehiclePeek key={vehicle.id} listed={vehicle} isAdmin={isAdmin} onClose={close} />
          )}
          empty={
            <EmptyState
              icon={<CarRentalOutlined />}
              title={t('vehicles_none')}
              text={filtered ? t('vehicles_no_match') : t('vehicles_none_text')}
              action={
                !filtered && (
                  <Button variant="outlined" onClick={add}>
                    {t('vehicles_add')}
                  </Button>
                )
              }
            />
          }
        />,
      )}
      {isAdding && (
        <VehicleFormDialog vehicle={null} isAdmin={isAdmin} onClose={() => setAdding(false)} onSaved={done} />
      )}
      <DoneNotice text={saved} onClose={() => setSaved(null)} />
    </>
  );
}
