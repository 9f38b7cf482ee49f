// Pastes typical clipboard texts into every field of a form and reports how the form mishandles them.
import type { Locator, Page } from 'playwright-core';
import { settled, tooWide } from './inspect.ts';

/** The text of the alert that confirms saving. */
export const SAVED = 'The settings are saved and hold from now on.';

/**
 * Pasted texts. Every field gets `text`, `endless` and one of the others in rotation, because all forms share the code
 * that handles them. `turned` contains a right-to-left override.
 */
const values = {
  blanks: ' \u00a0  ',
  text: '<b>b</b><script>👨‍👩‍👧‍👦 توصيل',
  turned: 'توصيل \u202efdp.exe',
  cells: '1.234,50\tMontevideo\nsecond row',
  endless: 'W'.repeat(1200),
} as const;
type Kind = keyof typeof values;
const inTurn = ['blanks', 'turned', 'cells'] as const;

export interface PastedForm {
  readonly path: string;
  readonly open: (page: Page) => Promise<Locator>;
  /** Fields that accept any readable text, with valid values; the count makes the values differ between attempts. */
  readonly words: (count: number) => Readonly<Record<string, string>>;
  /** Names of the fields that may be empty. */
  readonly optional?: readonly string[];
  /** Fields that accept only a number, an address or a code, with valid values; every pasted text is invalid there. */
  readonly strict?: (count: number) => Readonly<Record<string, string>>;
  readonly send: string;
  /** Element that appears when the form is accepted; by default the form's disappearance means acceptance. */
  readonly accepted?: (page: Page) => Locator;
  /** Reads the stored data from the server, including the data of the form. */
  readonly stored: () => Promise<unknown>;
  /** The field whose text is shown on the screen after the form. */
  readonly listed?: string;
}

/** The description of a field (aria-describedby), or ''. */
async function sentenceOf(field: Locator): Promise<string> {
  const ids = ((await field.getAttribute('aria-describedby')) ?? '').split(' ').filter((id) => id !== '');
  const parts = ids.map((id) => field.page().locator(`[id="${id}"]`).first().textContent());
  return (await Promise.all(parts)).join(' ').trim();
}
const twoFrames =
  'new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))' as const;

/** Pastes as from the clipboard, so that the field applies its own length limit. */
async function paste(field: Locator, text: string): Promise<void> {
  await field.fill('');
  await field.focus();
  await field.page().keyboard.insertText(text);
}

/** Returns the text of an alert over the form, '' when fields are marked invalid, null when the form is accepted. */
async function sendForm(form: Locator, one: PastedForm): Promise<string | null> {
  const page = form.page();
  const alert = page.getByRole('alertdialog').filter({ hasNotText: SAVED });
  const wrong = form.locator('[aria-invalid="true"]').first();
  await form.getByRole('button', { name: one.send, exact: true }).click();
  // Two frames later the form has marked the invalid fields and unmarked those that are now valid.
  await page.evaluate(twoFrames);
  // A field may still be marked invalid for an earlier text while the form is being sent.
  await form.locator('[role="progressbar"]').first().waitFor({ state: 'detached' });
  const accepted = one.accepted ? one.accepted(page).waitFor() : form.waitFor({ state: 'detached' });
  const isAccepted = await Promise.race([
    accepted.then(() => true),
    wrong.waitFor().then(() => false),
    alert.waitFor().then(() => false),
  ]);
  // An alert hides the form from queries by role.
  if ((await alert.count()) > 0) return alert.first().textContent();
  if (isAccepted || (await wrong.count()) > 0) return isAccepted ? null : '';
  // No field is invalid any more: the form is being sent.
  await accepted;
  return null;
}

/** The kind of text entered into a field, its text as shown afterwards, and its description before. */
interface Given {
  readonly kind: Kind | 'good';
  readonly shown: string;
  readonly help: string;
}

/** Returns the kinds of text to enter into each field, without blanks for optional fields, where they are valid. */
function allOf(one: PastedForm): Map<string, Kind[]> {
  const isOptional = (name: string) => one.optional?.includes(name) ?? false;
  const names = Object.keys({ ...one.words(0), ...one.strict?.(0) });
  return new Map(
    names.map((name, index) => {
      const others = inTurn.filter((kind) => kind !== 'blanks' || !isOptional(name));
      const other = others[(one.path.length + index) % others.length] ?? 'cells';
      return [name, [other, 'text', 'endless']];
    }),
  );
}

/** Enters the next text into every field, and again into rejected fields, until the form is accepted. */
async function fillOnce(page: Page, one: PastedForm, left: Map<string, Kind[]>, count: number) {
  const faults: string[] = [];
  // Reloads the page, because on a phone the confirmation of the last attempt would cover the button.
  await page.goto(one.path);
  await settled(page);
  const form = await one.open(page);
  const good = { ...one.words(count), ...one.strict?.(count) };
  const given = new Map<string, Given>();
  const box = (name: string) => form.getByRole('textbox', { name, exact: true });
  const give = async (name: string) => {
    const help = await sentenceOf(box(name));
    const kind = left.get(name)?.shift() ?? 'good';
    if (kind === 'good') await box(name).fill(good[name] ?? '');
    else await paste(box(name), values[kind]);
    given.set(name, { kind, shown: await box(name).inputValue(), help: given.get(name)?.help ?? help });
  };
  for (const name of left.keys()) await give(name);
  await settled(page);
  faults.push(...(await tooWide(page)));
  let alertText = await sendForm(form, one);
  while (alertText === '') {
    for (const [name, { kind, shown, help }] of given) {
      const field = box(name);
      if ((await field.inputValue()) !== shown) faults.push(`${name}: ${kind} was lost`);
      if ((await field.getAttribute('aria-invalid')) !== 'true') continue;
      if (['', help].includes(await sentenceOf(field))) faults.push(`${name}: no message about ${kind}`);
      if (kind === 'good' || (kind === 'text' && name in one.words(count)))
        faults.push(`${name}: ${kind} is rejected: ${await sentenceOf(field)}`);
      if (kind === 'good') return faults;
      await give(name);
    }
    alertText = await sendForm(form, one);
  }
  if (alertText !== null) return [...faults, `${JSON.stringify(Object.fromEntries(given))}: ${alertText}`];
  return [...faults, ...(await faultsOfStored(page, one, given))];
}

/** Returns the faults of an accepted form: texts that were not stored unchanged, or that break the layout. */
async function faultsOfStored(page: Page, one: PastedForm, given: ReadonlyMap<string, Given>) {
  const stored = JSON.stringify(await one.stored());
  const faults: string[] = [];
  for (const [name, { kind, shown }] of given) {
    if (kind === 'good' || shown.trim() === '') continue;
    if (one.strict && name in one.strict(0)) faults.push(`${name}: ${kind} was accepted`);
    else if (!stored.includes(JSON.stringify(shown.trim())))
      faults.push(`${name}: ${kind} was not stored unchanged`);
    if (kind === 'blanks' && name in one.words(0)) faults.push(`${name}: ${kind} was accepted`);
  }
  const listed = [...given].some(([name, { shown }]) => name === one.listed && shown === values.text);
  if (listed) await page.getByText(values.text).filter({ visible: true }).first().waitFor();
  await settled(page);
  if (await page.locator('main b, main script').count()) faults.push('pasted markup was rendered as HTML');
  return [...faults, ...(await tooWide(page))];
}

/**
 * Submits the form until all texts have been entered into each field. Returns the faults: a rejected field without a
 * message, lost input, text stored differently from what was shown, content wider than the window.
 */
export async function pasteIntoForm(page: Page, form: PastedForm): Promise<string[]> {
  const faults: string[] = [];
  page.on('response', (answer) => {
    if (answer.status() >= 500) faults.push(`${answer.status()} ${answer.url()}`);
  });
  const left = allOf(form);
  for (let count = 0; [...left.values()].some((rest) => rest.length > 0); count += 1)
    faults.push(...(await fillOnce(page, form, left, count)));
  return faults;
}
