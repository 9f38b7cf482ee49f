// Unsaved texts: stored in the tab, and removed only when they are saved or discarded.
import { beforeEach, expect, it, vi } from 'vitest';
import { keepDrafts, readDrafts, withDraft, withoutSaved } from './text-drafts.ts';

beforeEach(() => {
  window.sessionStorage.clear();
  vi.restoreAllMocks();
});

const none = new Map();

it('are restored with their version, for the same language only', () => {
  const drafts = withDraft(none, 'home', 'Start', 'Home');
  keepDrafts('a', drafts, 3);
  expect(readDrafts('a')).toEqual({ drafts, version: 3 });
  expect(readDrafts('b').drafts.size).toBe(0);
  keepDrafts('a', none, 3);
  expect(window.sessionStorage.length).toBe(0);
});

it('are restored without a version when an earlier release stored them', () => {
  const home = { text: 'Start', from: 'Home' };
  const drafts = { text: 'Entwürfe', from: 'Drafts' };
  for (const stored of [{ home }, { home, drafts }, { drafts }]) {
    window.sessionStorage.setItem('kerb.language-draft.a', JSON.stringify(stored));
    expect(readDrafts('a')).toEqual({ drafts: new Map(Object.entries(stored)), version: null });
  }
});

it('is removed when it equals the saved text, and records the text it replaced', () => {
  const typed = withDraft(withDraft(none, 'home', 'St', 'Home'), 'home', 'Start', 'Haus');
  expect(typed.get('home')).toEqual({ text: 'Start', from: 'Home' });
  expect(withDraft(typed, 'home', 'Haus', 'Haus').size).toBe(0);
});

it('retains a text that was typed during a save', () => {
  const sent = withDraft(withDraft(none, 'a', '1', ''), 'b', '2', '');
  const now = withDraft(sent, 'b', '22', '');
  expect([...withoutSaved(now, sent).keys()]).toEqual(['b']);
});

it('tolerates invalid stored data, and a storage that throws', () => {
  for (const nonsense of ['{', 'null', '[1]', '{"drafts":{"home":{"text":7,"from":""}}}']) {
    window.sessionStorage.setItem('kerb.language-draft.a', nonsense);
    expect(readDrafts('a').drafts.size, nonsense).toBe(0);
  }
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new Error('full');
  });
  expect(() => keepDrafts('a', withDraft(none, 'home', 'Start', ''), 1)).not.toThrow();
});
