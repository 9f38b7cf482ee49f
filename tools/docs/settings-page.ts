// Describes the operator's settings in Markdown from their schema and the English texts of the console.
import { type SettingKey, settings, settingsInput } from '@kerb/domain/settings';
import { z } from 'zod';
import { readSource } from '../checks/source-files.ts';

/** The keywords of JSON Schema that occur in the schema of the settings. */
const property = z.object({
  type: z.enum(['string', 'number', 'integer', 'boolean', 'array']).optional(),
  enum: z.array(z.string()).optional(),
  pattern: z.string().optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  multipleOf: z.number().optional(),
  minLength: z.number().optional(),
  maxLength: z.number().optional(),
  minItems: z.number().optional(),
  maxItems: z.number().optional(),
  items: z
    .object({
      minimum: z.number().optional(),
      maximum: z.number().optional(),
      exclusiveMinimum: z.number().optional(),
    })
    .optional(),
});
type Property = z.infer<typeof property>;

/** Text inside a cell of a Markdown table. */
const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ');

/** What on and off mean where the name of the setting does not say it. */
const choicesOf: Readonly<Partial<Record<SettingKey, string>>> = {
  swipe_symbol: 'off: before the amount, on: after it',
  convert_to_mile: 'off: kilometres, on: miles',
};

/** More factors or amounts than this are counted, not listed. */
const MAX_LISTED = 6;

function defaultOf(value: unknown): string {
  if (value === '') return 'empty';
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  if (!Array.isArray(value)) return String(value);
  return value.length > MAX_LISTED ? `${value.length} numbers` : value.join(', ');
}

function span(least: number | undefined, most: number | undefined): string {
  if (most === undefined) return `from ${least}`;
  if (least === most) return `${least}`;
  return `${least ?? 0} to ${most.toLocaleString('en-GB')}`;
}

/** The range of each number of a list, as an addition to its length. */
function itemRangeOf({ minimum, maximum, exclusiveMinimum }: NonNullable<Property['items']>): string {
  if (exclusiveMinimum !== undefined) return `, each above ${exclusiveMinimum}`;
  return minimum === undefined && maximum === undefined ? '' : `, each ${span(minimum, maximum)}`;
}

function rangeOf(schema: Property): string {
  if (schema.enum) return schema.enum.map((value) => `\`${value}\``).join(', ');
  switch (schema.type) {
    case 'boolean':
      return 'on or off';
    case 'number':
      return `${span(schema.minimum, schema.maximum)}${schema.multipleOf ? `, in steps of ${schema.multipleOf}` : ''}`;
    case 'integer':
      return `${span(schema.minimum, schema.maximum)}, whole`;
    case 'array':
      return `${span(schema.minItems, schema.maxItems)} numbers${itemRangeOf(schema.items ?? {})}`;
    case 'string':
    case undefined:
      if (schema.pattern) return `\`${schema.pattern}\``;
      return `${span(schema.minLength, schema.maxLength)} characters`;
  }
}

/** The label and the explanation of a setting in the console; throws when one is missing. */
function textsOf(key: SettingKey, texts: Readonly<Record<string, string>>): { label: string; why: string } {
  const label = texts[`setting_${key}`];
  const why = texts[`setting_${key}_why`];
  if (label === undefined || why === undefined) throw new Error(`The setting ${key} lacks a text`);
  return { label, why };
}

/** Returns the text of docs/settings.md, in the order of the schema. */
export function describeSettings(): string {
  const texts = z
    .record(z.string(), z.string())
    .parse(JSON.parse(readSource('packages/texts/locales/en/settings.json')));
  const { properties } = z
    .object({ properties: z.record(z.string(), property) })
    .parse(z.toJSONSchema(settingsInput, { io: 'input', unrepresentable: 'any' }));
  const defaults = settings.parse({});
  const rows = settingsInput.keyof().options.map((key) => {
    const { label, why } = textsOf(key, texts);
    const schema = properties[key];
    if (schema === undefined) throw new Error(`The schema has no property ${key}`);
    return `| \`${key}\` | ${[label, defaultOf(defaults[key]), choicesOf[key] ?? rangeOf(schema), why].map(cell).join(' | ')} |`;
  });
  return [
    '# Settings',
    '',
    'What admins can change at `/settings`, or by `PATCH /settings` of the API under these names. A demonstration begins with `adminSecondFactor` off. This page is generated from `packages/domain/settings` and the English texts of the console: run `npm run docs:settings` after a change; a test compares them. Variables of the environment are in [operate.md](operate.md#environment-variables).',
    '',
    '| name | in the console | default | range | meaning |',
    '| --- | --- | --- | --- | --- |',
    ...rows,
    '',
  ].join('\n');
}
