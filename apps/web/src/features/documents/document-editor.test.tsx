// Tests the dialog of a document: it stays open while a change is sent, and shows the error until it is closed.
import type { DriverDocument } from '@kerb/contract';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { Provider } from 'react-redux';
import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { loadTexts, startI18n } from '../../lib/i18n/index.ts';
import { store } from '../../lib/store.ts';
import { parseStyles } from '../../lib/testing/styles.ts';
import { DocumentEditor } from './document-editor.tsx';

parseStyles();

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const picture = vi.hoisted(() => new Blob(['picture']));
vi.mock('../../ui/prepare-picture.ts', () => ({ PictureError: Error, preparePicture: async () => picture }));

const stored: DriverDocument = {
  id: 'd1',
  kind: 'licenseImage',
  uploadedAt: 1,
  expiresOn: null,
  expired: false,
  url: '/d1',
  linkExpiresAt: 2,
};
const save = vi.fn<() => Promise<void>>();
const onSaved = vi.fn();

function Page() {
  const [kind, setKind] = useState<'licenseImage' | null>('licenseImage');
  return (
    <>
      <button type="button" onClick={() => setKind('licenseImage')}>
        Change
      </button>
      <DocumentEditor
        kind={kind}
        document={stored}
        own={false}
        today="2026-05-11"
        save={save}
        onSaved={onSaved}
        onClose={() => setKind(null)}
      />
    </>
  );
}

beforeAll(async () => {
  await startI18n();
  await Promise.all([loadTexts('signup'), loadTexts('errors')]);
});
beforeEach(() => {
  vi.clearAllMocks();
  render(
    <Provider store={store}>
      <Page />
    </Provider>,
  );
});
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });

it('sends a change once, and cannot be closed meanwhile', async () => {
  let end: () => void = () => undefined;
  save.mockReturnValue(new Promise((resolve) => (end = resolve)));
  act(() => {
    fireEvent.click(button('Save'));
    fireEvent.click(button('Save'));
  });
  expect(save).toHaveBeenCalledOnce();
  expect([button('Save').ariaDisabled, button('Cancel').disabled]).toEqual(['true', true]);
  fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape' });
  await act(async () => end());
  expect(onSaved).toHaveBeenCalledExactlyOnceWith('licenseImage');
  expect(button('Cancel').disabled).toBe(false);
});

it('shows the error, and starts without it when it is opened again', async () => {
  save.mockRejectedValue('image_unreadable');
  fireEvent.click(button('Save'));
  await screen.findByRole('alert');
  expect(onSaved).not.toHaveBeenCalled();
  fireEvent.click(button('Cancel'));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  fireEvent.click(button('Change'));
  await screen.findByRole('dialog');
  expect(screen.queryByRole('alert')).toBeNull();
});

it('with a new picture is closed only after a confirmation, and opens again without it', async () => {
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:new', revokeObjectURL: vi.fn() }));
  const input = document.querySelector('input[type=file]');
  if (input === null) throw new Error('There is no input for files');
  fireEvent.change(input, { target: { files: [new File(['x'], 'x.png', { type: 'image/png' })] } });
  await waitFor(() => expect(screen.getByRole('img')).toHaveProperty('src', 'blob:new'));
  fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape' });
  fireEvent.click(await screen.findByRole('button', { name: 'Discard' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  fireEvent.click(button('Change'));
  await screen.findByRole('dialog');
  fireEvent.click(button('Cancel'));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('does not save an incomplete day as a document without an end', async () => {
  const [part] = await screen.findAllByRole('spinbutton');
  if (part === undefined) throw new Error('The day has no parts');
  fireEvent.focus(part);
  fireEvent.click(part);
  fireEvent.keyDown(part, { key: 'ArrowUp' });
  fireEvent.click(button('Save'));
  expect(screen.getByRole('alert').textContent).toBe('Complete the date or clear it.');
  expect(save).not.toHaveBeenCalled();
});
