// React hook for dialogs around a form: a click on the backdrop does not close a form with input, and Escape and Cancel
// close it after a confirmation. An unchanged form closes at once.
import type { DialogProps } from '@mui/material/Dialog';
import { type ReactNode, useCallback, useMemo, useRef, useState } from 'react';
import { loadTexts } from '../lib/i18n/index.ts';
import type { DiscardQuestionProps } from './discard-question.tsx';
import { dialogCode, LazyDialog } from './lazy-dialog.tsx';

// The question has the texts of the text editor, which are not part of every screen.
const questionCode = dialogCode<DiscardQuestionProps>({
  load: async () => {
    const [{ DiscardQuestion }] = await Promise.all([
      import('./discard-question.tsx'),
      loadTexts('languages'),
    ]);
    return DiscardQuestion;
  },
  isOpen: ({ open }) => open,
  close: ({ onStay }) => onStay(),
  onlyWhenOpened: true,
});

/** Fields, toggle buttons, chosen people (chips), and pictures. */
const controls = 'input, select, textarea, [aria-pressed], .MuiChip-root, img';

function readControl(control: Element): string {
  if (control instanceof HTMLInputElement && (control.type === 'checkbox' || control.type === 'radio'))
    return control.checked ? 'on' : 'off';
  if ('value' in control && typeof control.value === 'string' && !(control instanceof HTMLButtonElement))
    return control.value;
  if (control instanceof HTMLImageElement) return control.src;
  return `${control.getAttribute('aria-pressed')} ${control.textContent}`;
}

/** The input of a form in one string. Empty fields do not count, because a section that is expanded adds some. */
const inputOf = (form: Element): string =>
  JSON.stringify([...form.querySelectorAll(controls)].map(readControl).filter((value) => value !== ''));

interface FormClosingOptions {
  /** While true, the form is being sent and the dialog cannot be closed. */
  readonly busy: boolean;
  /** Whether the form has unsaved input; without it, the fields are compared with those when the dialog opened. */
  readonly changed?: boolean | undefined;
  readonly onClose: () => void;
}

interface FormClosing {
  readonly onDialogClose: DialogProps['onClose'];
  /** For the Cancel button. */
  readonly cancel: () => void;
  /** Props of the dialog's paper. */
  readonly paper: {
    readonly ref: (paper: HTMLElement | null) => void;
    readonly onPointerDownCapture: () => void;
    readonly onKeyDownCapture: () => void;
    readonly onChangeCapture: () => void;
    readonly onDropCapture: () => void;
  };
  /**
   * The confirmation, rendered inside the dialog: outside it the notice of a confirmation that does not load could not
   * be reached by keyboard or screen reader.
   */
  readonly question: ReactNode;
}

/** Finds changed fields in the dialog's paper. */
function useChangedFields() {
  const form = useRef<HTMLElement | null>(null);
  const before = useRef('');
  const isUsed = useRef(false);
  const paper = useMemo(() => {
    // Stored values and pickers may load after the dialog has opened: the fields before the first key or touch count.
    const noticeUse = () => {
      if (isUsed.current || form.current === null) return;
      isUsed.current = true;
      before.current = inputOf(form.current);
    };
    // Input without a key or touch before it, such as dictated text and dropped files.
    const noticeInput = () => {
      isUsed.current = true;
    };
    return {
      ref: (element: HTMLElement | null) => {
        form.current = element;
        isUsed.current = false;
        before.current = element === null ? '' : inputOf(element);
      },
      onPointerDownCapture: noticeUse,
      onKeyDownCapture: noticeUse,
      onChangeCapture: noticeInput,
      onDropCapture: noticeInput,
    };
  }, []);
  const isChanged = useCallback(() => form.current !== null && inputOf(form.current) !== before.current, []);
  return { paper, isChanged };
}

export function useFormClosing({ busy, changed, onClose }: FormClosingOptions): FormClosing {
  const { paper, isChanged } = useChangedFields();
  const [isConfirming, setConfirming] = useState(false);
  const hasInput = () => changed ?? isChanged();
  const cancel = () => (hasInput() ? setConfirming(true) : onClose());
  const discard = () => {
    setConfirming(false);
    onClose();
  };
  return {
    onDialogClose: (_, reason) => {
      if (busy || (reason === 'backdropClick' && hasInput())) return;
      cancel();
    },
    cancel,
    paper,
    question: (
      <LazyDialog
        code={questionCode}
        props={{ open: isConfirming, onDiscard: discard, onStay: () => setConfirming(false) }}
      />
    ),
  };
}
