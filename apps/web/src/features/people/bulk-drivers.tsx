// Actions on several selected drivers: approve them, set their fleet.
import type { User } from '@kerb/contract';
import { outdatedAfter } from '@kerb/sdk/answers';
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { answersApi } from '../../lib/answers.ts';
import { client, store } from '../../lib/store.ts';
import { useErrorText } from '../../lib/use-error-text.ts';
import { useSettings } from '../../lib/use-settings.ts';
import { AlertDialog } from '../../ui/alert-dialog.tsx';
import { BulkDialog } from '../../ui/bulk/bulk-dialog.tsx';
import { useBulk } from '../../ui/bulk/use-bulk.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import type { RowSelection } from '../../ui/data-table/row-selection.ts';
import { asSeen } from './as-seen.ts';
import { usePersonName } from './person-name.tsx';
import { useFleets } from './use-fleets.ts';

/** Each driver is changed by its own request; the lists are reloaded once, after the last one. */
const reloadLists = () =>
  store.dispatch(answersApi.util.invalidateTags([...outdatedAfter('editUser', null)]));

const setFleet = (fleetadmin: string | null, id: string, idempotencyKey: string) =>
  client.editUser({ params: { id }, body: { fleetadmin } }, { idempotencyKey });

export function BulkDrivers({ selection }: { selection: RowSelection<User> }) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const nameOf = usePersonName();
  const critical = useSettings()?.AllowCriticalEditsAdmin ?? false;
  const [asksFleet, setAsksFleet] = useState(false);
  const [alert, setAlert] = useState<string | null>(null);
  const bulk = useBulk<User>(useCallback(() => void reloadLists(), []));
  const rows = [...selection.rows.values()];
  const guarded = (action: () => void) => () => (critical ? action() : setAlert(errorText('demo_mode')));
  const approve = () =>
    bulk.start({
      title: t('bulk_approving'),
      rows,
      act: (person, idempotencyKey) =>
        client.approveUser({ params: { id: person.id }, body: asSeen(person) }, { idempotencyKey }),
      undo: ({ id }, idempotencyKey) =>
        client.unapproveUser({ params: { id }, body: {} }, { idempotencyKey }),
      // For an account that was approved before, only the changed vehicle was approved, which cannot be undone.
      canUndo: ({ review }) => review !== 'approved',
    });
  return (
    <>
      <Button size="small" variant="outlined" onClick={guarded(approve)}>
        {t('bulk_approve')}
      </Button>
      <Button size="small" variant="outlined" onClick={guarded(() => setAsksFleet(true))}>
        {t('bulk_fleet')}
      </Button>
      {asksFleet && (
        <ChooseFleet
          count={rows.length}
          onClose={() => setAsksFleet(false)}
          onChoose={(fleetadmin) => {
            setAsksFleet(false);
            bulk.start({
              title: t('bulk_setting_fleet'),
              rows,
              act: ({ id }, key) => setFleet(fleetadmin, id, key),
              // The rows hold the values at the time of selection, so the previous fleet is still there.
              undo: ({ id, driver }, key) => setFleet(driver?.fleetadmin ?? null, id, key),
            });
          }}
        />
      )}
      <BulkDialog
        bulk={bulk}
        rowId={({ id }) => id}
        nameOf={nameOf}
        onClose={(done) => selection.selectOf(done, () => false)}
      />
      <AlertDialog message={alert} onClose={() => setAlert(null)} />
    </>
  );
}

interface ChooseFleetProps {
  readonly count: number;
  readonly onChoose: (fleetadmin: string | null) => void;
  readonly onClose: () => void;
}

/** The dialog is open while this component is mounted. */
function ChooseFleet({ count, onChoose, onClose }: ChooseFleetProps) {
  const { t } = useTranslation();
  const nameOf = usePersonName();
  const fleets = useFleets({ approved: true });
  const [fleet, setFleetChosen] = useState('');
  return (
    <ConfirmDialog
      open
      title={t('bulk_fleet_title', { count })}
      confirmText={t('bulk_fleet')}
      onConfirm={() => onChoose(fleet === '' ? null : fleet)}
      onClose={onClose}
    >
      <TextField
        select
        fullWidth
        label={t('person_field_fleetadmin')}
        value={fleet}
        onChange={({ target }) => setFleetChosen(target.value)}
        sx={{ mt: 1 }}
        slotProps={{ inputLabel: { shrink: true }, select: { native: true } }}
      >
        <option value="">{t('bulk_fleet_none')}</option>
        {fleets.map((one) => (
          <option key={one.id} value={one.id}>
            {nameOf(one)}
          </option>
        ))}
      </TextField>
    </ConfirmDialog>
  );
}
