// Tests downloading a file: one request at a time, its name, and the error of a failed request.
import { ApiError } from '@kerb/sdk/client';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { Provider } from 'react-redux';
import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { loadTexts, startI18n } from '../lib/i18n/index.ts';
import { store } from '../lib/store.ts';
import { ReportFiles } from './reports/report-files.tsx';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const csv = vi.fn<() => Promise<string>>();
const pdf = vi.fn<() => Promise<string>>();
let downloaded: string[] = [];

beforeAll(async () => {
  URL.createObjectURL = () => 'blob:file';
  URL.revokeObjectURL = () => undefined;
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    downloaded.push(this.download);
  });
  await startI18n();
  await Promise.all([loadTexts('reports'), loadTexts('errors')]);
});
beforeEach(() => {
  downloaded = [];
  vi.clearAllMocks();
  render(
    <Provider store={store}>
      <ReportFiles name="report" csv={csv} pdf={pdf} />
    </Provider>,
  );
});
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });

it('requests a file once, while the other file remains available', async () => {
  let respond: (text: string) => void = () => undefined;
  csv.mockReturnValue(new Promise((resolve) => (respond = resolve)));
  pdf.mockResolvedValue('pdf');
  act(() => {
    fireEvent.click(button('CSV'));
    fireEvent.click(button('CSV'));
  });
  expect(csv).toHaveBeenCalledOnce();
  expect([button('CSV').ariaDisabled, button('PDF').ariaDisabled]).toEqual(['true', null]);
  fireEvent.click(button('PDF'));
  await waitFor(() => expect(downloaded).toEqual(['report.pdf']));
  expect(button('CSV').ariaDisabled).toBe('true');
  await act(async () => respond('csv'));
  expect(downloaded).toEqual(['report.pdf', 'report.csv']);
  expect(button('CSV').ariaDisabled).toBeNull();
});

it('shows why a file could not be created', async () => {
  pdf.mockRejectedValue(new ApiError({ code: 'too_many_requests', status: 429 }));
  fireEvent.click(button('PDF'));
  const alert = await screen.findByRole('alertdialog');
  expect(downloaded).toEqual([]);
  fireEvent.click(screen.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(alert.isConnected).toBe(false));
  expect(button('PDF').ariaDisabled).toBeNull();
});
