// Toast with an incoming call on every screen of the console, until it is answered here or elsewhere.
import type { DeskCall } from '@kerb/contract';
import PhoneInTalkOutlined from '@mui/icons-material/PhoneInTalkOutlined';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Snackbar from '@mui/material/Snackbar';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import { answers } from '../../lib/answers.ts';
import { paths } from '../../lib/paths.ts';
import { useKerbDispatch, useKerbSelector } from '../../lib/store.ts';
import { hasUnsavedInput } from '../../lib/unsaved-input.ts';
import { useErrorText } from '../../lib/use-error-text.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { LoadingButton } from '../../ui/loading-button.tsx';
import { discardTrip } from './discard-trip.ts';

/** Time after which an unanswered call is hidden, ms. */
const ringsForMs = 120_000;

/** The newest incoming call that was not dismissed. */
function useRingingCall() {
  const { data: desk } = answers.getDesk.useQuery();
  const [putAside, setPutAside] = useState<ReadonlySet<string>>(new Set());
  const call = desk?.calls.find(({ id }) => !putAside.has(id)) ?? null;
  useEffect(() => {
    if (call === null) return;
    const timer = setTimeout(() => setPutAside((before) => new Set(before).add(call.id)), ringsForMs);
    return () => clearTimeout(timer);
  }, [call]);
  return {
    call,
    extension: desk?.extension ?? null,
    putAside: (id: string) => setPutAside((before) => new Set(before).add(id)),
  };
}

export function CallToast() {
  const { call, extension, putAside } = useRingingCall();
  if (call === null) return null;
  return <Ringing key={call.id} call={call} ownExtension={extension} onPutAside={() => putAside(call.id)} />;
}

interface RingingProps {
  readonly call: DeskCall;
  readonly ownExtension: string | null;
  readonly onPutAside: () => void;
}

function Ringing({ call, ownExtension, onPutAside }: RingingProps) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const navigate = useNavigate();
  const dispatch = useKerbDispatch();
  const { pathname } = useLocation();
  const [takeCall, { isLoading, error }] = answers.takeCall.useMutation();
  const answer = async () => {
    const taken = await takeCall({ params: { id: call.id } });
    if ('error' in taken) return;
    // An open booking screen discards the trip itself, once the booking under way is over.
    if (pathname !== paths.addbookings) discardTrip(dispatch);
    void navigate(`${paths.addbookings}?caller=${encodeURIComponent(call.caller ?? '')}&call=${call.id}`);
  };
  const [isConfirming, setConfirming] = useState(false);
  // A booking under way is awaited, so that its failure is seen; what is booked already is not lost.
  const { loading: isBooking, booking } = useKerbSelector((state) => state.bookingdata);
  const onAnswer = () => {
    if (booking === null && hasUnsavedInput()) setConfirming(true);
    else void answer();
  };
  // Answer automatically when the call rings at the dispatcher's own extension, unless unsaved input would be lost.
  const [isOwn] = useState(
    () => call.extension !== null && call.extension === ownExtension && !hasUnsavedInput(),
  );
  const isOpened = useRef(false);
  useEffect(() => {
    if (!isOwn || isOpened.current) return;
    isOpened.current = true;
    void answer();
  });
  const name = call.name ?? (call.caller === null ? t('desk_hidden_number') : t('desk_unknown_caller'));
  return (
    <>
      <Snackbar open anchorOrigin={{ vertical: 'top', horizontal: 'center' }}>
        <Alert
          severity="info"
          variant="filled"
          icon={<PhoneInTalkOutlined />}
          action={
            <>
              <LoadingButton color="inherit" loading={isLoading} disabled={isBooking} onClick={onAnswer}>
                {t('desk_answer')}
              </LoadingButton>
              <Button color="inherit" onClick={onPutAside}>
                {t('close')}
              </Button>
            </>
          }
        >
          {error === undefined ? (
            <>
              <bdi>{name}</bdi>
              {call.caller !== null && (
                <>
                  {' '}
                  <bdi dir="ltr">{call.caller}</bdi>
                </>
              )}
            </>
          ) : (
            errorText(error)
          )}
        </Alert>
      </Snackbar>
      <ConfirmDialog
        open={isConfirming}
        title={t('desk_answer_title')}
        confirmText={t('desk_answer')}
        destructive
        onConfirm={() => {
          setConfirming(false);
          void answer();
        }}
        onClose={() => setConfirming(false)}
      >
        {t('desk_answer_loses')}
      </ConfirmDialog>
    </>
  );
}
