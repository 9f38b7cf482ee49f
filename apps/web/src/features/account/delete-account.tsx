// Button and dialog that delete the user's account: lists what is erased and retained, asks for consent, then signs
// out.
import type { Me } from '@kerb/contract';
import { ApiError } from '@kerb/sdk/client';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { paths } from '../../lib/paths.ts';
import { client, refreshUser } from '../../lib/store.ts';
import { clearMe } from '../../lib/update-me.ts';
import { useSubmission } from '../../lib/use-submission.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { showLastingNotice } from '../../ui/lasting-notice.tsx';
import { mayDelete, walletHurdle } from './deletion-rules.ts';
import { DeletionTerms } from './deletion-terms.tsx';

const noConsent = { understood: false, forfeit: false };

export function DeleteAccount({ user }: { user: Me }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [open, setOpen] = useState(false);
  const { busy, problem, run, clearProblem } = useSubmission();
  const [consent, setConsent] = useState(noConsent);
  const hurdle = walletHurdle(user);

  const ask = () => {
    setConsent(noConsent);
    clearProblem();
    setOpen(true);
  };
  const leave = () => {
    showLastingNotice((say) => say('account_deleted'));
    // Signing out redirects from this page to the sign-in page; the navigation below replaces that with the landing
    // page.
    flushSync(clearMe);
    void navigate(paths.home, { replace: true });
  };
  const remove = async () => {
    try {
      await client.deleteMe({ body: { forfeit: consent.forfeit } });
    } catch (error) {
      // The wallet balance has changed since the dialog opened: reload the user, so that the dialog shows the current
      // one.
      if (error instanceof ApiError && error.code === 'balance_open') await refreshUser();
      throw error;
    }
    leave();
  };

  return (
    <>
      <Button variant="outlined" color="error" onClick={ask} sx={{ minHeight: 44 }}>
        {t('account_delete')}
      </Button>
      <ConfirmDialog
        open={open}
        title={t('account_delete_title')}
        confirmText={t('account_delete_confirm')}
        destructive
        busy={busy}
        disabled={!mayDelete(hurdle, consent)}
        onConfirm={() => void run(remove)}
        onClose={() => setOpen(false)}
      >
        <DeletionTerms
          user={user}
          hurdle={hurdle}
          consent={consent}
          onConsent={setConsent}
          problem={problem}
          busy={busy}
        />
      </ConfirmDialog>
    </>
  );
}
