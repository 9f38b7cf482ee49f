// Actions on several selected bookings: cancel, assign to a driver, export.
import type { BookingSummary, User } from '@kerb/contract';
import { outdatedAfter } from '@kerb/sdk/answers';
import Autocomplete from '@mui/material/Autocomplete';
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { answersApi } from '../../lib/answers.ts';
import { useLanguage } from '../../lib/i18n/use-language.ts';
import { client, store } from '../../lib/store.ts';
import { useErrorText } from '../../lib/use-error-text.ts';
import { usePeopleSearch } from '../../lib/use-people-search.ts';
import { useSettings } from '../../lib/use-settings.ts';
import { AlertDialog } from '../../ui/alert-dialog.tsx';
import { BulkDialog } from '../../ui/bulk/bulk-dialog.tsx';
import { useBulk } from '../../ui/bulk/use-bulk.ts';
import { CancelDialog } from '../../ui/cancel-dialog.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import type { RowSelection } from '../../ui/data-table/row-selection.ts';
import { ExportCsv } from '../../ui/export-csv.tsx';

const noProblem = { busy: false, problem: null, clear: () => undefined };

/** Each booking is changed by its own request; the lists are reloaded once, after the last one. */
const reloadLists = () =>
  store.dispatch(answersApi.util.invalidateTags([...outdatedAfter('cancelBooking', null)]));

interface BulkBookingsProps {
  readonly selection: RowSelection<BookingSummary>;
}

export function BulkBookings({ selection }: BulkBookingsProps) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const { locale } = useLanguage();
  const settings = useSettings();
  const [asked, setAsked] = useState<'cancel' | 'assign' | null>(null);
  const [alert, setAlert] = useState<string | null>(null);
  const bulk = useBulk<BookingSummary>(useCallback(() => void reloadLists(), []));
  const rows = [...selection.rows.values()];
  const close = () => setAsked(null);
  const isDemo = !settings?.AllowCriticalEditsAdmin;

  const cancel = async (reason: string) => {
    bulk.start({
      title: t('bulk_cancelling'),
      rows,
      act: ({ id }, idempotencyKey) =>
        client.cancelBooking({ params: { id }, body: { reason } }, { idempotencyKey }),
    });
    return true;
  };
  const assign = (driver: string) => {
    close();
    bulk.start({
      title: t('bulk_assigning'),
      rows,
      act: ({ id }, idempotencyKey) =>
        client.assignBooking({ params: { id }, body: { driver } }, { idempotencyKey }),
    });
  };
  return (
    <>
      {settings?.autoDispatch === false && (
        <Button size="small" variant="outlined" onClick={() => setAsked('assign')}>
          {t('bulk_assign')}
        </Button>
      )}
      <ExportCsv
        text={t('bulk_export')}
        fileName="bookings.csv"
        read={(options) =>
          client.exportSelectedBookings({ body: { ids: [...selection.rows.keys()], lang: locale } }, options)
        }
      />
      <Button
        size="small"
        variant="outlined"
        color="error"
        onClick={() => (isDemo ? setAlert(errorText('demo_mode')) : setAsked('cancel'))}
      >
        {t('bulk_cancel')}
      </Button>
      <CancelDialog
        open={asked === 'cancel'}
        title={t('bulk_cancel_title', { count: rows.length })}
        text={t('bulk_cancel_text')}
        confirmText={t('bulk_cancel')}
        cancelText={t('back')}
        action={noProblem}
        onCancel={cancel}
        onClose={close}
      />
      {asked === 'assign' && <ChooseDriver count={rows.length} onChoose={assign} onClose={close} />}
      <BulkDialog
        bulk={bulk}
        rowId={({ id }) => id}
        nameOf={({ reference }) => reference}
        onClose={(done) => selection.selectOf(done, () => false)}
      />
      <AlertDialog message={alert} onClose={() => setAlert(null)} />
    </>
  );
}

interface ChooseDriverProps {
  readonly count: number;
  readonly onChoose: (driver: string) => void;
  readonly onClose: () => void;
}

/** The dialog is open while this component is mounted. */
function ChooseDriver({ count, onChoose, onClose }: ChooseDriverProps) {
  const { t } = useTranslation();
  const [words, setWords] = useState('');
  const [driver, setDriver] = useState<User | null>(null);
  const { items, loading } = usePeopleSearch('driver', words.trim(), driver === null);
  const nameOf = ({ firstName, lastName, driver: car }: User) =>
    [firstName, lastName, car?.vehicleNumber].filter(Boolean).join(' ');
  return (
    <ConfirmDialog
      open
      title={t('bulk_assign_title', { count })}
      confirmText={t('assign_confirm')}
      disabled={driver === null}
      onConfirm={() => driver && onChoose(driver.id)}
      onClose={onClose}
    >
      <Typography color="text.secondary">{t('bulk_assign_text')}</Typography>
      <Autocomplete
        options={driver ? [driver, ...items.filter(({ id }) => id !== driver.id)] : items}
        loading={loading}
        value={driver}
        getOptionLabel={nameOf}
        getOptionKey={({ id }) => id}
        isOptionEqualToValue={(one, other) => one.id === other.id}
        // The server has filtered already.
        filterOptions={(options) => options}
        onInputChange={(_, text, reason) => reason === 'input' && setWords(text)}
        onChange={(_, chosen) => setDriver(chosen)}
        noOptionsText={t('assign_no_match')}
        loadingText={t('loading')}
        renderInput={(params) => <TextField {...params} label={t('assign_search')} sx={{ mt: 2 }} />}
      />
    </ConfirmDialog>
  );
}
