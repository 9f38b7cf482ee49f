// Tests that Back, Forward and navigation from outside a page with unsaved input ask first, and keep the page meanwhile.
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { StrictMode, useState } from 'react';
import { BrowserRouter, Route, Routes, useLocation } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Link } from './link.tsx';
import { useGuardedNavigate } from './use-guarded-navigate.ts';
import { useUnsavedChanges } from './use-unsaved-changes.ts';

/** Every page that the router has shown, in order. */
const shown: string[] = [];

function Page({ name }: { name: string }) {
  shown.push(name);
  return <h1>{name}</h1>;
}

function Editor() {
  const [text, setText] = useState('');
  const { isConfirming, stay, leave } = useUnsavedChanges(text !== '');
  const { search } = useLocation();
  return (
    <>
      <Page name={`Editor${search}`} />
      <input aria-label="To start" value={text} onChange={(event) => setText(event.target.value)} />
      <Link to="/editor?tab=2">Second tab</Link>
      {isConfirming && (
        <div role="dialog">
          <button type="button" onClick={stay}>
            Stay
          </button>
          <button type="button" onClick={leave}>
            Leave
          </button>
        </div>
      )}
    </>
  );
}

function Search() {
  const navigate = useGuardedNavigate();
  return (
    <>
      <button type="button" onClick={() => navigate('/third')}>
        Find the third page
      </button>
      <button type="button" onClick={() => navigate('/editor#prices')}>
        Find the prices
      </button>
    </>
  );
}

const heading = () => screen.getByRole('heading').textContent;
const press = (name: string) => fireEvent.click(screen.getByText(name));
const type = (value: string) => fireEvent.change(screen.getByLabelText('To start'), { target: { value } });
/** Number of times that the browser has gone to another entry. */
let traversals = 0;
// Registered before those of the app, which stop the event.
window.addEventListener('popstate', () => (traversals += 1));
// As main.tsx does.
window.onpopstate = () => undefined;

/** Goes through the history, as the browser's buttons do; the browser does so later. */
const go = (steps: number) => window.history.go(steps);
async function expectQuestion(): Promise<void> {
  await screen.findByRole('dialog');
  expect(window.location.pathname).toBe('/editor');
  expect(heading()).toMatch(/^Editor/);
}

/** Shows the editor at the third of four history entries: /first, /second, /editor, /fourth. */
async function showEditor(): Promise<void> {
  window.history.pushState(null, '', '/first');
  render(
    <StrictMode>
      <BrowserRouter>
        <Search />
        <Link to="/second">To second</Link>
        <Link to="/editor">To editor</Link>
        <Link to="/fourth">To fourth</Link>
        <Link to="/fifth">To fifth</Link>
        <Routes>
          <Route path="/editor" element={<Editor />} />
          {['first', 'second', 'third', 'fourth', 'fifth'].map((name) => (
            <Route key={name} path={name} element={<Page name={name} />} />
          ))}
        </Routes>
      </BrowserRouter>
    </StrictMode>,
  );
  press('To second');
  press('To editor');
  press('To fourth');
  go(-1);
  await waitFor(() => expect(heading()).toBe('Editor'));
  shown.length = 0;
}

/** Adds /fifth after /fourth, and returns to the editor. */
async function showFifth(): Promise<void> {
  go(1);
  await waitFor(() => expect(heading()).toBe('fourth'));
  press('To fifth');
  go(-2);
  await waitFor(() => expect(heading()).toBe('Editor'));
}

/**
 * Traverses as Firefox and Safari do: one traversal after the other, each counted from the entry where the one before
 * ended. jsdom counts those of the same moment from the same entry.
 */
function queueTraversals() {
  const goNow = window.history.go.bind(window.history);
  let newest: Promise<void> = Promise.resolve();
  let count = 0;
  async function traverse(steps: number): Promise<void> {
    goNow(steps);
    // jsdom needs three turns of the event loop, and sends no event when there is no such entry.
    for (let turn = 0; turn < 4; turn += 1) await new Promise((done) => setTimeout(done));
  }
  vi.spyOn(window.history, 'go').mockImplementation((steps = 0) => {
    count += 1;
    newest = newest.then(() => traverse(steps));
  });
  return {
    /** Waits until the page starts no more traversals; fails when it goes on and on. */
    async isDone(): Promise<void> {
      for (let seen = 0; seen < count; ) {
        seen = count;
        await act(() => newest);
        expect(count).toBeLessThan(12);
      }
    },
  };
}

beforeEach(showEditor);
afterEach(() => vi.restoreAllMocks());

describe('with unsaved input', () => {
  it.each([
    { steps: -1, page: 'second' },
    { steps: -2, page: 'first' },
    { steps: 1, page: 'fourth' },
  ])('asks before going $steps entries, and then goes there', async ({ steps, page }) => {
    type('45');
    go(steps);
    await expectQuestion();
    press('Stay');
    expect(screen.getByLabelText('To start')).toHaveProperty('value', '45');
    expect(new Set(shown)).toEqual(new Set(['Editor']));
    go(steps);
    await expectQuestion();
    press('Leave');
    await waitFor(() => expect(heading()).toBe(page));
    expect(window.location.pathname).toBe(`/${page}`);
  });

  it('keeps the entries after its own', async () => {
    type('45');
    go(-1);
    await expectQuestion();
    press('Stay');
    type('');
    go(1);
    await waitFor(() => expect(heading()).toBe('fourth'));
  });

  it('keeps the page and the question when Back is pressed again, at once and later', async () => {
    type('45');
    go(-1);
    go(-1);
    await expectQuestion();
    traversals = 0;
    go(-1);
    await waitFor(() => expect(traversals).toBe(2));
    await expectQuestion();
    expect(new Set(shown)).toEqual(new Set(['Editor']));
    press('Leave');
    await waitFor(() => expect(heading()).toBe('second'));
  });

  it.each([
    ['Back', -1],
    ['Forward', 1],
  ])('stops after %s was pressed twice at once, with two entries on either side', async (_, steps) => {
    await showFifth();
    type('45');
    const queue = queueTraversals();
    go(steps);
    go(steps);
    await queue.isDone();
    await expectQuestion();
    press('Stay');
    go(-1);
    await expectQuestion();
    press('Leave');
    await waitFor(() => expect(heading()).toBe(steps < 0 ? 'first' : 'fifth'));
  });

  it('goes back within the page without a question, and asks at the entry before', async () => {
    type('45');
    press('Second tab');
    await waitFor(() => expect(heading()).toBe('Editor?tab=2'));
    go(-2);
    await expectQuestion();
    expect(window.location.search).toBe('?tab=2');
    press('Stay');
    go(-1);
    await waitFor(() => expect(heading()).toBe('Editor'));
    expect(screen.queryByRole('dialog')).toBeNull();
    go(-1);
    await expectQuestion();
    press('Leave');
    await waitFor(() => expect(heading()).toBe('second'));
  });

  it('returns to the page also from an entry without an index', async () => {
    window.history.replaceState(null, '');
    type('45');
    go(-1);
    await expectQuestion();
    press('Leave');
    await waitFor(() => expect(heading()).toBe('second'));
  });

  it('asks before navigation from outside to another page only', async () => {
    type('45');
    press('Find the prices');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(window.location.hash).toBe('#prices');
    press('Find the third page');
    await expectQuestion();
    press('Leave');
    await waitFor(() => expect(heading()).toBe('third'));
  });
});

it('does not ask once the input is saved or undone', async () => {
  type('45');
  type('');
  go(-1);
  await waitFor(() => expect(heading()).toBe('second'));
  press('Find the third page');
  await waitFor(() => expect(heading()).toBe('third'));
});
