// Confirmation before a dialog with unsaved input is closed.
import { useTranslation } from 'react-i18next';
import { ConfirmDialogView } from './confirm-dialog-view.tsx';

export interface DiscardQuestionProps {
  readonly open: boolean;
  readonly onDiscard: () => void;
  readonly onStay: () => void;
}

export function DiscardQuestion({ open, onDiscard, onStay }: DiscardQuestionProps) {
  const { t } = useTranslation();
  return (
    <ConfirmDialogView
      open={open}
      title={t('texts_discard_title')}
      confirmText={t('texts_discard')}
      cancelText={t('texts_stay')}
      destructive
      onConfirm={onDiscard}
      onClose={onStay}
    >
      {t('texts_unsaved_text')}
    </ConfirmDialogView>
  );
}
