// Notice that a view was deleted, with an undo button that saves it again.
import type { SavedView } from '@kerb/contract';
import { isolated } from '@kerb/texts';
import Button from '@mui/material/Button';
import Snackbar from '@mui/material/Snackbar';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { answers } from '../../lib/answers.ts';
import { useErrorText } from '../../lib/use-error-text.ts';
import { AlertDialog } from '../../ui/alert-dialog.tsx';
import { useLastShown } from '../../ui/use-last-shown.ts';

const SHOWN_MS = 10_000;

interface DeletedViewNoticeProps {
  /** Null while no view was deleted. */
  readonly view: SavedView | null;
  readonly onClose: () => void;
}

export function DeletedViewNotice({ view, onClose }: DeletedViewNoticeProps) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const [problem, setProblem] = useState<string | null>(null);
  const [add] = answers.addSavedView.useMutation();
  const shown = useLastShown(view);
  const undo = async ({ table, name, query, columns, shared }: SavedView) => {
    onClose();
    const { error } = await add({ body: { table, name, query, columns, shared } });
    if (error) setProblem(errorText(error));
  };
  return (
    <>
      <Snackbar
        open={view !== null}
        autoHideDuration={SHOWN_MS}
        onClose={(_, reason) => {
          if (reason !== 'clickaway') onClose();
        }}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'center' }}
        // On a phone it is above the navigation at the bottom.
        sx={{ bottom: { xs: 72, sm: 24 } }}
        message={t('views_deleted', { name: isolated(shown?.name ?? '') })}
        action={
          shown && (
            <Button color="inherit" size="small" onClick={() => void undo(shown)} sx={{ fontWeight: 700 }}>
              {t('views_undo')}
            </Button>
          )
        }
      />
      <AlertDialog message={problem} onClose={() => setProblem(null)} />
    </>
  );
}
