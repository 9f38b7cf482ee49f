// Adds a second factor: choice of the kind, the steps for it, and the recovery codes of the first factor.
import type { SecondFactorView } from '@kerb/contract';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AddAuthenticator } from './add-authenticator.tsx';
import { AddPasskey } from './add-passkey.tsx';
import { canUsePasskeys } from './passkeys.ts';
import { RecoveryCodes } from './recovery-codes.tsx';

interface AddFactorProps {
  readonly view: SecondFactorView;
  /** Called when the factor is added and the user has stored the recovery codes. */
  readonly onDone: () => void;
}

export function AddFactor({ view, onDone }: AddFactorProps) {
  const { t } = useTranslation();
  const [kind, setKind] = useState<'passkey' | 'authenticator' | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const hasPasskeys = canUsePasskeys(view);

  const added = (recoveryCodes: readonly string[] | null) => {
    setKind(null);
    if (recoveryCodes === null) onDone();
    else setCodes(recoveryCodes);
  };
  const back = () => setKind(null);
  if (codes !== null)
    return (
      <RecoveryCodes
        codes={codes}
        onStored={() => {
          setCodes(null);
          onDone();
        }}
      />
    );
  if (kind === 'passkey') return <AddPasskey onAdded={added} onCancel={back} />;
  if (kind === 'authenticator') return <AddAuthenticator onAdded={added} onCancel={back} />;
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      <Choice
        text={t('passkey_add')}
        help={t(hasPasskeys ? 'passkey_add_text' : 'passkey_unsupported')}
        disabled={!hasPasskeys}
        onChoose={() => setKind('passkey')}
      />
      <Choice
        text={t(view.authenticator === null ? 'authenticator_add' : 'authenticator_replace')}
        help={t('authenticator_add_text')}
        disabled={false}
        onChoose={() => setKind('authenticator')}
      />
    </Box>
  );
}

interface ChoiceProps {
  readonly text: string;
  readonly help: string;
  readonly disabled: boolean;
  readonly onChoose: () => void;
}

function Choice({ text, help, disabled, onChoose }: ChoiceProps) {
  return (
    <Box>
      <Button
        variant="outlined"
        color="inherit"
        fullWidth
        disabled={disabled}
        onClick={onChoose}
        sx={{ minHeight: 48 }}
      >
        {text}
      </Button>
      <Typography variant="body2" color="text.secondary" sx={{ mt: 0.5 }}>
        {help}
      </Typography>
    </Box>
  );
}
