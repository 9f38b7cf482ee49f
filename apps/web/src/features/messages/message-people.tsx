// Button and dialogs that send one message to selected people, as notice and push message, with one request for each
// person.
import Button from '@mui/material/Button';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { client } from '../../lib/store.ts';
import { useErrorText } from '../../lib/use-error-text.ts';
import { useSettings } from '../../lib/use-settings.ts';
import { AlertDialog } from '../../ui/alert-dialog.tsx';
import { BulkDialog } from '../../ui/bulk/bulk-dialog.tsx';
import { useBulk } from '../../ui/bulk/use-bulk.ts';
import type { MessageText } from '../../ui/message-text-field.tsx';
import { MessageDialog } from './message-dialog.tsx';
import type { Recipient } from './recipient.ts';

interface MessagePeopleProps {
  /** Duplicates are removed: a person gets one message. */
  readonly recipients: readonly Recipient[];
  /** Text of the button. */
  readonly text: string;
  readonly size?: 'small' | 'medium';
  /** Called when the report of what was sent is closed. */
  readonly onDone?: () => void;
}

/** No list shows these messages, so nothing is reloaded. */
const readNothing = () => undefined;

export function MessagePeople({ recipients, text, size = 'medium', onDone }: MessagePeopleProps) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const critical = useSettings()?.AllowCriticalEditsAdmin ?? false;
  const [writes, setWrites] = useState(false);
  const [alert, setAlert] = useState<string | null>(null);
  const bulk = useBulk<Recipient>(readNothing);
  const people = [...new Map(recipients.map((person) => [person.id, person])).values()];
  const send = (message: MessageText) => {
    setWrites(false);
    bulk.start({
      title: t('message_sending'),
      rows: people,
      act: ({ id }, idempotencyKey) =>
        client.messageUser({ params: { id }, body: message }, { idempotencyKey }),
    });
  };
  return (
    <>
      <Button
        size={size}
        variant="outlined"
        disabled={people.length === 0}
        onClick={() => (critical ? setWrites(true) : setAlert(errorText('demo_mode')))}
      >
        {text}
      </Button>
      {writes && <MessageDialog recipients={people} onSend={send} onClose={() => setWrites(false)} />}
      <BulkDialog bulk={bulk} rowId={({ id }) => id} nameOf={({ name }) => name} onClose={() => onDone?.()} />
      <AlertDialog message={alert} onClose={() => setAlert(null)} />
    </>
  );
}
