// List of CSV downloads with the trips of each day, newest first.
import type { TripFile } from '@kerb/contract';
import { isolated } from '@kerb/texts';
import DownloadOutlined from '@mui/icons-material/DownloadOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../lib/i18n/use-language.ts';
import { offerFile } from '../../lib/offer-file.ts';
import { client } from '../../lib/store.ts';
import { useErrorText } from '../../lib/use-error-text.ts';
import { useFormat } from '../../lib/use-format.ts';
import { useSubmission } from '../../lib/use-submission.ts';
import { AlertDialog } from '../../ui/alert-dialog.tsx';
import { FocusableButton } from '../../ui/loading-button.tsx';
import { Row, Rows } from './row.tsx';

/** Number of files shown before "show more". */
const FEW = 10;
const BYTES_PER_KB = 1024;
const longFileMs = 60_000;

/** Formats a calendar day, independent of time zones. */
const dayText = (day: string, locale: string): string =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeZone: 'UTC' }).format(Date.parse(day));

export function TripFiles({ files }: { files: readonly TripFile[] }) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const { dateLocale } = useLanguage();
  const [all, setAll] = useState(false);
  const shown = all ? files : files.slice(0, FEW);
  return (
    <Box sx={{ display: 'grid', gap: 1, justifyItems: 'start' }}>
      {files.length === 0 && <Typography color="text.secondary">{t('opendata_no_files')}</Typography>}
      <Box sx={{ width: '100%' }}>
        <Rows label={t('opendata_files')}>
          {shown.map(({ day, trips, bytes }) => (
            <Row key={day} title={dayText(day, dateLocale)} action={<DownloadDay day={day} />}>
              {t('opendata_file_size', {
                trips: isolated(number(trips)),
                kb: isolated(number(Math.max(1, Math.round(bytes / BYTES_PER_KB)))),
              })}
            </Row>
          ))}
        </Rows>
      </Box>
      {files.length > shown.length && (
        <Button onClick={() => setAll(true)} sx={{ minHeight: 44, mx: -1 }}>
          {t('opendata_all_files', { number: number(files.length) })}
        </Button>
      )}
    </Box>
  );
}

function DownloadDay({ day }: Pick<TripFile, 'day'>) {
  const { t } = useTranslation();
  const { dateLocale } = useLanguage();
  const errorText = useErrorText();
  const { busy, problem, run, clearProblem } = useSubmission();
  const download = async () => {
    const csv = await client.getTripFile({ params: { day } }, { timeoutMs: longFileMs });
    offerFile(new Blob([csv], { type: 'text/csv;charset=utf-8' }), `trips-${day}.csv`);
  };
  const label = t('opendata_download_of', { day: isolated(dayText(day, dateLocale)) });
  return (
    <>
      <Tooltip title={label}>
        <IconButton
          aria-label={label}
          loading={busy}
          component={FocusableButton}
          aria-disabled={busy || undefined}
          onClick={() => void run(download)}
        >
          <DownloadOutlined />
        </IconButton>
      </Tooltip>
      <AlertDialog message={problem === null ? null : errorText(problem)} onClose={clearProblem} />
    </>
  );
}
