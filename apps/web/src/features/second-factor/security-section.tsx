// Sign-in security in the profile: adds, renews and removes passkeys, the authenticator app and recovery codes.
import type { SecondFactorView } from '@kerb/contract';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { client } from '../../lib/store.ts';
import { useFormat } from '../../lib/use-format.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { LoadingButton } from '../../ui/loading-button.tsx';
import { ErrorState, Loading } from '../../ui/page-states.tsx';
import { Placeholder } from '../../ui/placeholder.tsx';
import { AddFactor } from './add-factor.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { useAttempt } from './use-attempt.ts';
import { useSecondFactor } from './use-second-factor.ts';

/** The factor being removed: a passkey by its id, or the authenticator app. */
interface Removing {
  readonly id: string | null;
  readonly name: string;
}

export function SecuritySection() {
  const { t } = useTranslation();
  const { answer: view, problem, reload } = useSecondFactor();
  const [said, setSaid] = useState<'factor_added_done' | 'factor_removed' | null>(null);
  if (problem !== null && view === null) return <ErrorState problem={problem} onRetry={reload} />;
  if (view === null)
    return (
      <Loading>
        <Placeholder height={120} />
      </Loading>
    );
  const changed = (what: typeof said) => {
    setSaid(what);
    reload();
  };
  return (
    <Box sx={{ display: 'grid', gap: 3 }}>
      <FactorList view={view} onRemoved={() => changed('factor_removed')} />
      <AddFactor view={view} onDone={() => changed('factor_added_done')} />
      <RecoverySection view={view} onRenewed={() => changed(null)} />
      <Typography role="status" variant="body2" color="text.secondary">
        {said ? t(said) : view.required ? null : t('security_not_required')}
      </Typography>
    </Box>
  );
}

function FactorList({ view, onRemoved }: { view: SecondFactorView; onRemoved: () => void }) {
  const { t } = useTranslation();
  const [removing, setRemoving] = useState<Removing | null>(null);
  const { busy, problem, attempt } = useAttempt();
  const { passkeys, authenticator } = view;
  const remove = ({ id }: Removing) =>
    attempt(async () => {
      if (id === null) await client.removeAuthenticator();
      else await client.removePasskey({ params: { id } });
      onRemoved();
    }).then(() => setRemoving(null));
  if (passkeys.length === 0 && authenticator === null) return null;
  return (
    <Box>
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {passkeys.map(({ id, ...passkey }) => (
          <FactorRow key={id} {...passkey} onRemove={() => setRemoving({ id, name: passkey.name })} />
        ))}
        {authenticator && (
          <FactorRow
            name={t('authenticator_title')}
            addedAt={authenticator.addedAt}
            lastUsedAt={authenticator.lastUsedAt}
            onRemove={() => setRemoving({ id: null, name: t('authenticator_title') })}
          />
        )}
      </Box>
      {problem !== null && (
        <Typography role="alert" variant="body2" color="error" sx={{ mt: 1 }}>
          {problem}
        </Typography>
      )}
      <ConfirmDialog
        open={removing !== null}
        title={t('factor_remove_title', { name: removing?.name ?? '' })}
        confirmText={t('factor_remove')}
        destructive
        busy={busy}
        onConfirm={() => removing && void remove(removing)}
        onClose={() => setRemoving(null)}
      >
        <Typography>{t('factor_remove_text')}</Typography>
      </ConfirmDialog>
    </Box>
  );
}

interface FactorRowProps {
  readonly name: string;
  readonly addedAt: number;
  readonly lastUsedAt: number | null;
  readonly onRemove: () => void;
}

function FactorRow({ name, addedAt, lastUsedAt, onRemove }: FactorRowProps) {
  const { t } = useTranslation();
  const { dateTime } = useFormat();
  return (
    <Box
      component="li"
      sx={{
        display: 'flex',
        alignItems: 'center',
        gap: 2,
        py: 1.5,
        borderBottom: '1px solid',
        borderColor: 'divider',
        '&:first-of-type': { pt: 0 },
      }}
    >
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Typography sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>{name}</Typography>
        <Typography variant="body2" color="text.secondary">
          {lastUsedAt === null
            ? t('factor_added', { when: dateTime(addedAt) })
            : t('factor_used', { when: dateTime(lastUsedAt) })}
        </Typography>
      </Box>
      <Button
        color="inherit"
        onClick={onRemove}
        aria-label={t('factor_remove_named', { name })}
        sx={{ minHeight: 44 }}
      >
        {t('factor_remove')}
      </Button>
    </Box>
  );
}

function RecoverySection({ view, onRenewed }: { view: SecondFactorView; onRenewed: () => void }) {
  const { t } = useTranslation();
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const { busy, problem, attempt } = useAttempt();
  const renew = () =>
    void attempt(async () => {
      const { recoveryCodes } = await client.renewRecoveryCodes({ body: {} });
      setCodes(recoveryCodes);
    });
  if (codes !== null)
    return (
      <RecoveryCodes
        codes={codes}
        onStored={() => {
          setCodes(null);
          onRenewed();
        }}
      />
    );
  if (view.passkeys.length === 0 && view.authenticator === null) return null;
  return (
    <Box sx={{ display: 'grid', gap: 1, justifyItems: 'start' }}>
      <Typography>{t('recovery_left', { left: view.recoveryCodesLeft })}</Typography>
      <LoadingButton variant="outlined" color="inherit" loading={busy} onClick={renew} sx={{ minHeight: 44 }}>
        {t('recovery_renew')}
      </LoadingButton>
      <Typography variant="body2" color="text.secondary">
        {t('recovery_renew_text')}
      </Typography>
      {problem !== null && (
        <Typography role="alert" variant="body2" color="error">
          {problem}
        </Typography>
      )}
    </Box>
  );
}
