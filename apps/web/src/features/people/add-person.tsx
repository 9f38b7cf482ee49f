// Button and dialog that add a user of one role.
import type { User } from '@kerb/contract';
import type { Usertype } from '@kerb/domain/identity';
import AddOutlined from '@mui/icons-material/AddOutlined';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useErrorText } from '../../lib/use-error-text.ts';
import { useSettings } from '../../lib/use-settings.ts';
import { AlertDialog } from '../../ui/alert-dialog.tsx';
import { CompactButton } from '../../ui/compact-button.tsx';
import { PersonFormDialog } from './person-form-dialog.tsx';

export function AddPerson({ usertype, onAdded }: { usertype: Usertype; onAdded: (person: User) => void }) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const critical = useSettings()?.AllowCriticalEditsAdmin ?? false;
  const [adding, setAdding] = useState(false);
  const [alert, setAlert] = useState<string | null>(null);
  return (
    <>
      <CompactButton
        variant="contained"
        icon={<AddOutlined />}
        text={t(`person_add_${usertype}`)}
        onClick={() => (critical ? setAdding(true) : setAlert(errorText('demo_mode')))}
      />
      {adding && <PersonFormDialog of={{ usertype }} onClose={() => setAdding(false)} onSaved={onAdded} />}
      <AlertDialog message={alert} onClose={() => setAlert(null)} />
    </>
  );
}
