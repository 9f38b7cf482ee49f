// Finds the free-text fields of a route's body by its schema, and sets other texts there.
import type { RouteDefinition } from '@kerb/contract';
import { z } from 'zod';

export interface FreeText {
  /** Names of the fields that lead to it; '*' for each item of a list. */
  readonly path: readonly string[];
  readonly isEmail: boolean;
  /** Most characters; undefined without a limit. */
  readonly most: number | undefined;
}

interface Schema {
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly format?: string;
  readonly pattern?: string;
  readonly maxLength?: number;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
}

function textsIn(schema: Schema, path: readonly string[]): FreeText[] {
  const parts = [...(schema.anyOf ?? []), ...(schema.allOf ?? []), ...(schema.oneOf ?? [])];
  const isChosen = schema.enum !== undefined || schema.const !== undefined;
  const isEmail = schema.format === 'email';
  const isFree = schema.type === 'string' && !isChosen && (isEmail || (!schema.format && !schema.pattern));
  const own = isFree ? [{ path, isEmail, most: schema.maxLength }] : [];
  const fields = Object.entries(schema.properties ?? {}).flatMap(([name, field]) =>
    textsIn(field, [...path, name]),
  );
  const items = schema.items === undefined ? [] : textsIn(schema.items, [...path, '*']);
  return [...own, ...fields, ...items, ...parts.flatMap((part) => textsIn(part, path))];
}

const key = ({ path }: FreeText): string => path.join('.');

export function freeTextsOf({ body }: RouteDefinition): FreeText[] {
  if (body === undefined) return [];
  const schema = z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' });
  const found = textsIn(JSON.parse(JSON.stringify(schema)), []);
  return [...new Map(found.map((text) => [key(text), text])).values()];
}

/** Sets a text at the path; missing objects on the path are created, missing items of lists are not. */
export function withText(value: unknown, [first, ...rest]: readonly string[], text: string): unknown {
  if (first === undefined) return text;
  if (first === '*') return Array.isArray(value) ? value.map((item) => withText(item, rest, text)) : value;
  const fields = new Map(typeof value === 'object' && value !== null ? Object.entries(value) : []);
  fields.set(first, withText(fields.get(first) ?? (rest[0] === '*' ? [] : undefined), rest, text));
  return Object.fromEntries(fields);
}
