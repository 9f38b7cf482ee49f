// List of the partners' API keys: scopes, last use, and revoking with a confirmation.
import type { PartnerKey } from '@kerb/contract';
import { isolated } from '@kerb/texts';
import AddOutlined from '@mui/icons-material/AddOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { answers } from '../../lib/answers.ts';
import { useErrorText } from '../../lib/use-error-text.ts';
import { useFormat } from '../../lib/use-format.ts';
import { useSettings } from '../../lib/use-settings.ts';
import { AlertDialog } from '../../ui/alert-dialog.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { ToneChip } from '../../ui/tone-chip.tsx';
import { useLastShown } from '../../ui/use-last-shown.ts';
import { AddKeyDialog } from './add-key-dialog.tsx';
import { NewKeyDialog } from './new-key-dialog.tsx';
import { Row, Rows } from './row.tsx';
import { scopeTexts } from './scope-texts.ts';

function KeyRow({ shown, onRevoke }: { shown: PartnerKey; onRevoke: (key: PartnerKey) => void }) {
  const { t } = useTranslation();
  const { dateTime } = useFormat();
  const { name, scopes, last_used_at, revoked_at } = shown;
  const used =
    last_used_at === null
      ? t('opendata_unused')
      : t('opendata_used', { at: isolated(dateTime(last_used_at)) });
  return (
    <Row
      title={
        <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 1, alignItems: 'center' }}>
          <bdi>{name}</bdi>
          {revoked_at !== null && <ToneChip tone="stopped">{t('opendata_revoked')}</ToneChip>}
        </Box>
      }
      action={
        revoked_at === null && (
          <Button
            color="error"
            onClick={() => onRevoke(shown)}
            aria-label={t('opendata_revoke_of', { name: isolated(name) })}
            sx={{ flexShrink: 0, minHeight: 44 }}
          >
            {t('opendata_revoke')}
          </Button>
        )
      }
    >
      <div>{scopes.map((scope) => t(scopeTexts[scope])).join(' · ')}</div>
      <div>
        {revoked_at === null ? used : t('opendata_revoked_at', { at: isolated(dateTime(revoked_at)) })}
      </div>
    </Row>
  );
}

export function KeyList({ keys }: { keys: readonly PartnerKey[] }) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const critical = useSettings()?.AllowCriticalEditsAdmin ?? false;
  const [revoke, { isLoading: busy }] = answers.revokePartnerKey.useMutation();
  const [adding, setAdding] = useState(false);
  const [made, setMade] = useState<string | null>(null);
  const [asked, setAsked] = useState<PartnerKey | null>(null);
  const [alert, setAlert] = useState<string | null>(null);
  const shown = useLastShown(asked);
  /** In demonstration mode the buttons are enabled, and pressing one shows why it has no effect. */
  const attempt = (work: () => void) => (critical ? work() : setAlert(errorText('demo_mode')));

  const confirm = async (key: PartnerKey) => {
    const { error } = await revoke({ params: { id: key.id } });
    setAsked(null);
    if (error !== undefined) setAlert(errorText(error));
  };
  return (
    <Box sx={{ display: 'grid', gap: 2, justifyItems: 'start' }}>
      {keys.length === 0 && <Typography color="text.secondary">{t('opendata_no_keys')}</Typography>}
      <Box sx={{ width: '100%' }}>
        <Rows label={t('opendata_keys')}>
          {keys.map((key) => (
            <KeyRow key={key.id} shown={key} onRevoke={(one) => attempt(() => setAsked(one))} />
          ))}
        </Rows>
      </Box>
      <Button variant="contained" startIcon={<AddOutlined />} onClick={() => attempt(() => setAdding(true))}>
        {t('opendata_add_key')}
      </Button>
      {adding && (
        <AddKeyDialog
          onClose={() => setAdding(false)}
          onAdded={(key) => {
            setAdding(false);
            setMade(key);
          }}
        />
      )}
      {made !== null && <NewKeyDialog value={made} onStored={() => setMade(null)} />}
      <ConfirmDialog
        open={asked !== null}
        title={t('opendata_revoke_title', { name: isolated(shown?.name ?? '') })}
        confirmText={t('opendata_revoke_do')}
        destructive
        busy={busy}
        onConfirm={() => asked && void confirm(asked)}
        onClose={() => setAsked(null)}
      >
        {t('opendata_revoke_text')}
      </ConfirmDialog>
      <AlertDialog message={alert} onClose={() => setAlert(null)} />
    </Box>
  );
}
