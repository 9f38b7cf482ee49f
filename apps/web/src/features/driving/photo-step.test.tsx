// Tests the step of a proof photo: one photo at a time, and the error of a file that is not a picture.
import { aBooking } from '@kerb/testing';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { loadTexts, startI18n } from '../../lib/i18n/index.ts';
import { PhotoStep } from './photo-step.tsx';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const onTake = vi.fn<() => Promise<void>>();
// The browser of the tests decodes no pictures; a HEIC photo is sent unchanged.
const photo = new File(['photo'], 'photo.heic', { type: 'image/heic' });
photo.arrayBuffer = async () => new ArrayBuffer(5);

beforeAll(async () => {
  await startI18n();
  await Promise.all([loadTexts('driver'), loadTexts('errors')]);
});
beforeEach(() => {
  vi.clearAllMocks();
  const steps = { waiting: [], refused: null, behind: 0, fresh: null, networkFailed: false };
  render(<PhotoStep booking={aBooking()} name="pickup_image" steps={steps} onTake={onTake} />);
});
const choose = (file: File) => {
  const input = document.querySelector('input[type="file"]');
  if (!input) throw new Error('no file input');
  fireEvent.change(input, { target: { files: [file] } });
};
const takeButton = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Take photo' });

it('queues one photo at a time, and shows that it is being sent', async () => {
  let end: () => void = () => undefined;
  onTake.mockReturnValue(new Promise((resolve) => (end = resolve)));
  await act(async () => {
    choose(photo);
    choose(photo);
  });
  await vi.waitFor(() => expect(onTake).toHaveBeenCalled());
  screen.getByText('Sending the photo…');
  expect(takeButton().disabled).toBe(true);
  await act(async () => end());
  expect(onTake).toHaveBeenCalledOnce();
  expect(takeButton().disabled).toBe(false);
});

it('shows that a file is not a picture', async () => {
  choose(new File(['text'], 'notes.txt', { type: 'text/plain' }));
  expect((await screen.findByRole('alert')).textContent).not.toMatch(/went wrong/);
  expect(onTake).not.toHaveBeenCalled();
});
