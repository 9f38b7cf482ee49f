// Dialog to report a lost item or request help with a ride: shows the recipient, and earlier reports with their state.
import type { BookingSummary, TripReport } from '@kerb/contract';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { type FormEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { answers } from '../../lib/answers.ts';
import { client } from '../../lib/store.ts';
import { useErrorText } from '../../lib/use-error-text.ts';
import { useFormat } from '../../lib/use-format.ts';
import { useIdempotencyKey } from '../../lib/use-idempotency-key.ts';
import { useSettings } from '../../lib/use-settings.ts';
import { useSubmission } from '../../lib/use-submission.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';

interface ReportDialogProps {
  readonly booking: Pick<BookingSummary, 'id' | 'reference'>;
  readonly about: TripReport['about'];
  readonly onSent: (text: string) => void;
  readonly onClose: () => void;
}

/** The dialog is open while this component is mounted. */
export function ReportDialog({ booking, about, onSent, onClose }: ReportDialogProps) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const formId = useId();
  const contact = useSettings()?.contact_email ?? '';
  const [message, setMessage] = useState('');
  const { busy, problem, run } = useSubmission();
  const once = useIdempotencyKey();
  const [isTried, setTried] = useState(false);
  const isMissing = isTried && message.trim() === '';
  const send = async () => {
    const body = { about, message: message.trim() };
    await once(body, (idempotencyKey) =>
      client.reportTrip({ params: { id: booking.id }, body }, { idempotencyKey }),
    );
    onSent(t(`report_sent_${about}`));
    onClose();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (message.trim() !== '') void run(send);
  };
  return (
    <FormDialog
      title={t(`report_title_${about}`, { reference: booking.reference })}
      formId={formId}
      submitText={t('report_send')}
      busy={busy}
      onClose={onClose}
    >
      <Box component="form" id={formId} noValidate onSubmit={submit} sx={{ display: 'grid', gap: 2 }}>
        <Typography>{t(`report_who_${about}`)}</Typography>
        <Earlier booking={booking.id} about={about} />
        <TextField
          label={t(`report_field_${about}`)}
          value={message}
          onChange={(event) => setMessage(event.target.value)}
          required
          autoFocus
          multiline
          minRows={3}
          fullWidth
          error={isMissing}
          helperText={isMissing ? t('report_missing') : t(`report_help_${about}`)}
          slotProps={{ htmlInput: { maxLength: 500, dir: 'auto' } }}
        />
        {problem !== null && <Alert severity="error">{errorText(problem)}</Alert>}
        {contact !== '' && (
          <Typography variant="body2" color="text.secondary">
            {t('report_contact')}{' '}
            <Box component="a" href={`mailto:${contact}`} sx={{ color: 'inherit' }}>
              {contact}
            </Box>
          </Typography>
        )}
      </Box>
    </FormDialog>
  );
}

/** Earlier reports. A failure to load them does not prevent a new report. */
function Earlier({ booking, about }: { booking: string; about: TripReport['about'] }) {
  const { t } = useTranslation();
  const { dateTime } = useFormat();
  const { currentData } = answers.listTripReports.useQuery({ params: { id: booking } });
  const reports: readonly TripReport[] = currentData?.items ?? [];
  return reports
    .filter((report) => report.about === about)
    .map((report) => (
      <Alert key={report.id} severity={report.resolvedAt === null ? 'info' : 'success'}>
        <Typography variant="body2" sx={{ fontWeight: 620 }}>
          {report.resolvedAt === null
            ? t('report_open', { time: dateTime(report.at) })
            : t('report_closed', { time: dateTime(report.resolvedAt) })}
        </Typography>
        <Typography variant="body2" dir="auto" sx={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
          {report.message}
        </Typography>
      </Alert>
    ));
}
