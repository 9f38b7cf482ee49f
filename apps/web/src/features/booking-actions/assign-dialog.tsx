// "Assign driver" dialog: lists the drivers of the booking's car type, nearest first, and sends an offer to the chosen
// one.

import { isolated } from '@kerb/texts';
import NoCrashOutlined from '@mui/icons-material/NoCrashOutlined';
import SearchOutlined from '@mui/icons-material/SearchOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import InputAdornment from '@mui/material/InputAdornment';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { answers } from '../../lib/answers.ts';
import { useCarName } from '../../lib/use-car-types.ts';
import { useErrorText } from '../../lib/use-error-text.ts';
import { LoadingButton } from '../../ui/loading-button.tsx';
import { CandidateRow } from '../../ui/operation/candidate-row.tsx';
import { EmptyState, ErrorState, Loading } from '../../ui/page-states.tsx';
import { Placeholder } from '../../ui/placeholder.tsx';
import { useLastShown } from '../../ui/use-last-shown.ts';
import type { ActionBooking } from './action-rules.ts';
import { type Candidates, useCandidates } from './use-candidates.ts';

interface AssignDialogProps {
  /** Null closes the dialog. */
  readonly booking: ActionBooking | null;
  readonly onAssigned: () => void;
  readonly onClose: () => void;
}

export function AssignDialog({ booking, onAssigned, onClose }: AssignDialogProps) {
  const { t } = useTranslation();
  const titleId = useId();
  const shown = useLastShown(booking);
  const [busy, setBusy] = useState(false);
  return (
    <Dialog
      open={booking !== null}
      onClose={busy ? undefined : onClose}
      aria-labelledby={titleId}
      fullWidth
      maxWidth="sm"
    >
      <DialogTitle id={titleId}>{t('assign_title', { reference: shown?.reference ?? '' })}</DialogTitle>
      {shown && (
        <Choice key={shown.id} booking={shown} onBusy={setBusy} onAssigned={onAssigned} onClose={onClose} />
      )}
    </Dialog>
  );
}

type ChoiceProps = Omit<AssignDialogProps, 'booking'> & {
  readonly booking: ActionBooking;
  readonly onBusy: (busy: boolean) => void;
};

function Choice({ booking, onBusy, onAssigned, onClose }: ChoiceProps) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const carName = useCarName();
  const [words, setWords] = useState('');
  const [driver, setDriver] = useState<string | null>(null);
  const candidates = useCandidates(booking.id, words);
  const [assign, { isLoading: busy, error }] = answers.assignBooking.useMutation();
  const offer = async (to: string) => {
    onBusy(true);
    const assigned = await assign({ params: { id: booking.id }, body: { driver: to } });
    onBusy(false);
    if (!assigned.error) onAssigned();
  };
  const isListed = candidates.items?.some((candidate) => candidate.driver === driver) ?? false;
  return (
    <>
      <DialogContent sx={{ display: 'grid', gap: 2, alignContent: 'start', minHeight: 320 }}>
        <Typography color="text.secondary">
          {t('assign_text', { car: isolated(carName(booking)), pickup: isolated(booking.pickupAddress) })}
        </Typography>
        <TextField
          size="small"
          type="search"
          value={words}
          onChange={(event) => setWords(event.target.value)}
          placeholder={t('assign_search')}
          slotProps={{
            htmlInput: { 'aria-label': t('assign_search'), maxLength: 100 },
            input: {
              startAdornment: (
                <InputAdornment position="start">
                  <SearchOutlined fontSize="small" />
                </InputAdornment>
              ),
            },
          }}
        />
        <CandidateList
          candidates={candidates}
          searched={words.trim() !== ''}
          driver={driver}
          onChoose={setDriver}
        />
      </DialogContent>
      {error !== undefined && (
        <Typography role="alert" color="error" sx={{ px: 3, pt: 1 }}>
          {errorText(error)}
        </Typography>
      )}
      <DialogActions sx={{ p: 2 }}>
        <Button onClick={onClose} disabled={busy}>
          {t('back')}
        </Button>
        <LoadingButton
          variant="contained"
          loading={busy}
          disabled={!isListed}
          onClick={() => driver !== null && void offer(driver)}
        >
          {t('assign_confirm')}
        </LoadingButton>
      </DialogActions>
    </>
  );
}

interface CandidateListProps {
  readonly candidates: Candidates;
  readonly searched: boolean;
  readonly driver: string | null;
  readonly onChoose: (driver: string) => void;
}

function CandidateList({ candidates, searched, driver, onChoose }: CandidateListProps) {
  const { t } = useTranslation();
  const { items, problem, loading, retry } = candidates;
  if (items === null)
    return problem === null || loading ? (
      <Loading>
        <Box sx={{ display: 'grid', gap: 1 }}>
          {['a', 'b', 'c'].map((row) => (
            <Placeholder key={row} height={72} />
          ))}
        </Box>
      </Loading>
    ) : (
      <ErrorState problem={problem} onRetry={retry} />
    );
  if (items.length === 0)
    return (
      <EmptyState
        icon={<NoCrashOutlined />}
        title={t('assign_nobody')}
        text={searched ? t('assign_no_match') : t('assign_nobody_text')}
      />
    );
  return (
    <Box
      role="radiogroup"
      aria-label={t('assign_drivers')}
      aria-busy={loading}
      sx={{ display: 'grid', gap: 1 }}
    >
      {items.map((candidate) => (
        <CandidateRow
          key={candidate.driver}
          candidate={candidate}
          chosen={candidate.driver === driver}
          onChoose={() => onChoose(candidate.driver)}
        />
      ))}
    </Box>
  );
}
