// Pasting into every field of a form what people paste from elsewhere, and what is wrong with how the form meets it.
import type { Locator, Page } from 'playwright-core';
import { settled, tooWide } from './inspect.ts';

/** Of an alert that is no refusal. */
export const SAVED = 'The settings are saved and hold from now on.';

/** As people paste them; each field of a form has each of them once. */
const values = {
  blanks: ' \u00a0  ',
  text: '<b>b</b><script>👨‍👩‍👧‍👦 توصيل',
  turned: 'توصيل \u202efdp.exe',
  cells: '1.234,50\tMontevideo\nsecond row',
  endless: 'W'.repeat(1200),
} as const;
type Kind = keyof typeof values;
const kinds = ['blanks', 'text', 'turned', 'cells', 'endless'] as const;

export interface PastedForm {
  readonly path: string;
  readonly open: (page: Page) => Promise<Locator>;
  /** Fields that take whatever can be read; the number makes what they have to hold differ from the last time. */
  readonly words: (count: number) => Readonly<Record<string, string>>;
  /** Those that may be left empty. */
  readonly optional?: readonly string[];
  /** Fields that take a number, an address, a code: none of the values is one. */
  readonly strict?: (count: number) => Readonly<Record<string, string>>;
  /** Fills in what is no text field. */
  readonly rest?: (form: Locator) => Promise<void>;
  readonly send: string;
  /** What shows that it was taken; nothing but that the form has gone, unless given. */
  readonly taken?: (page: Page) => Locator;
  /** What is asked once more before it is done. */
  readonly confirm?: (page: Page) => Promise<void>;
  /** What the server keeps, the form's own among it. */
  readonly kept: () => Promise<unknown>;
  /** The field that everybody who sent the form sees next. */
  readonly listed?: string;
}

/** The sentence a field is described by; '' where there is none. */
async function sentenceOf(field: Locator): Promise<string> {
  const ids = ((await field.getAttribute('aria-describedby')) ?? '').split(' ').filter((id) => id !== '');
  const parts = ids.map((id) => field.page().locator(`[id="${id}"]`).first().textContent());
  return (await Promise.all(parts)).join(' ').trim();
}
const twoFrames =
  'new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))' as const;

/** As from the clipboard: the field cuts it as it does whatever is pasted. */
async function paste(field: Locator, text: string): Promise<void> {
  await field.fill('');
  await field.focus();
  await field.page().keyboard.insertText(text);
}

/** What an alert over the form says; '' where it is refused beside its fields; null when it was taken. */
async function sendForm(form: Locator, one: PastedForm): Promise<string | null> {
  const page = form.page();
  const told = page.getByRole('alertdialog').filter({ hasNotText: SAVED });
  const wrong = form.locator('[aria-invalid="true"]').first();
  await form.getByRole('button', { name: one.send, exact: true }).click();
  // By then what the form itself refuses is marked, and what it refused before is not.
  await page.evaluate(twoFrames);
  const taken = one.taken ? one.taken(page).waitFor() : form.waitFor({ state: 'detached' });
  const isTaken = await Promise.race([
    taken.then(() => true),
    wrong.waitFor().then(() => false),
    told.waitFor().then(() => false),
  ]);
  // An alert hides the form from whoever reads roles.
  if ((await told.count()) > 0) return told.first().textContent();
  if (isTaken || (await wrong.count()) > 0) return isTaken ? null : '';
  // What was marked has been mended meanwhile: it is on its way.
  await taken;
  return null;
}

/** What a field was given, as it holds it, and what was said of it before. */
interface Given {
  readonly kind: Kind | 'good';
  readonly shown: string;
  readonly help: string;
}

/** What the fields have not been given yet; an optional one may well be left empty. */
function allOf(one: PastedForm): Map<string, Kind[]> {
  const isOptional = (name: string) => one.optional?.includes(name) ?? false;
  const names = Object.keys({ ...one.words(0), ...one.strict?.(0) });
  return new Map(names.map((name) => [name, kinds.filter((kind) => kind !== 'blanks' || !isOptional(name))]));
}

/** Every field with what it has not had yet, and what is refused with the next, until the form is taken. */
async function fillOnce(page: Page, one: PastedForm, left: Map<string, Kind[]>, count: number) {
  const faults: string[] = [];
  // Anew each time: what is said of the last time would stand over the button on a phone.
  await page.goto(one.path);
  await settled(page);
  const form = await one.open(page);
  await one.rest?.(form);
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
  faults.push(...(await tooWide(page)));
  let told = await sendForm(form, one);
  while (told === '') {
    for (const [name, { kind, shown, help }] of given) {
      const field = box(name);
      if ((await field.inputValue()) !== shown) faults.push(`${name}: ${kind} was lost`);
      if ((await field.getAttribute('aria-invalid')) !== 'true') continue;
      if (['', help].includes(await sentenceOf(field))) faults.push(`${name}: nothing is said of ${kind}`);
      if (kind === 'good' || (kind === 'text' && name in one.words(count)))
        faults.push(`${name}: ${kind} is refused: ${await sentenceOf(field)}`);
      if (kind === 'good') return faults;
      await give(name);
    }
    told = await sendForm(form, one);
  }
  if (told !== null) return [...faults, `${JSON.stringify(Object.fromEntries(given))}: ${told}`];
  return [...faults, ...(await faultsOfKept(page, one, given))];
}

/** Once a form was taken: what is kept, and how it looks. */
async function faultsOfKept(page: Page, one: PastedForm, given: ReadonlyMap<string, Given>) {
  await one.confirm?.(page);
  const kept = JSON.stringify(await one.kept());
  const faults: string[] = [];
  for (const [name, { kind, shown }] of given) {
    if (kind === 'good' || shown.trim() === '') continue;
    if (one.strict && name in one.strict(0)) faults.push(`${name}: ${kind} was taken`);
    else if (!kept.includes(JSON.stringify(shown.trim())))
      faults.push(`${name}: ${kind} was not kept as it is`);
    if (kind === 'blanks' && name in one.words(0)) faults.push(`${name}: ${kind} was taken`);
  }
  const listed = [...given].some(([name, { shown }]) => name === one.listed && shown === values.text);
  if (listed) await page.getByText(values.text).filter({ visible: true }).first().waitFor();
  await settled(page);
  if (await page.locator('main b, main script').count()) faults.push('the markup came alive');
  return [...faults, ...(await tooWide(page))];
}

/**
 * Opens the form as often as it takes for each field to have had each value; answers with what is wrong: nothing said
 * beside a refused field, something typed lost, kept otherwise than it was shown, or wider than the window.
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
