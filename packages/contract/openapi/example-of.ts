// Composes the OpenAPI example of a schema from the example of its component, from example values by field name, and
// from the examples of its parts.
import { z } from 'zod';
import { componentNameOf } from './components.ts';
import { componentExamples } from './examples/components.ts';
import { dayFieldExamples, fieldExamples, otherFieldExamples } from './examples/fields.ts';

/**
 * Removes optional, nullable, default and similar wrappers from a schema. For a schema that converts values, returns
 * the schema of the input.
 */
function coreOf(schema: unknown): unknown {
  if (isBooleanText(schema)) return schema;
  if (schema instanceof z.ZodPipe) return coreOf(schema.in);
  if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodCatch
  )
    return coreOf(schema.unwrap());
  return schema;
}

/** Rejects a text as the example of a number or boolean, although some schemas would convert it. */
const isOfType = (schema: unknown, value: unknown): boolean =>
  !(schema instanceof z.ZodNumber || schema instanceof z.ZodBoolean) || typeof value !== 'string';

/** Returns the example value listed for this field name, if the schema accepts it. */
function byFieldName(schema: unknown, field: string): unknown {
  if (!(schema instanceof z.ZodType)) return undefined;
  const known = [fieldExamples, otherFieldExamples, dayFieldExamples].filter((values) =>
    Object.hasOwn(values, field),
  );
  return known
    .map((values) => values[field])
    .find((value) => isOfType(schema, value) && schema.safeParse(value).success);
}

/** Returns whether the example of the field is null. Other nullable fields get an example that is not null. */
const isNullHere = (schema: unknown, field: string): boolean =>
  fieldExamples[field] === null && schema instanceof z.ZodType && schema.safeParse(null).success;

/** Returns whether the schema converts text such as "true" of a query parameter to a boolean. */
const isBooleanText = (schema: unknown): boolean =>
  schema instanceof z.ZodPipe && schema.out instanceof z.ZodBoolean;

function objectExample(schema: z.ZodObject, given: Record<string, unknown>): Record<string, unknown> {
  const example: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(schema.shape)) {
    const value = Object.hasOwn(given, name) ? given[name] : compose(field, name);
    if (value !== undefined) example[name] = value;
  }
  return example;
}

/**
 * Composes an example from the structure of the schema; undefined where only a value listed by field name would be
 * realistic.
 */
function byStructure(schema: unknown, field: string): unknown {
  if (schema instanceof z.ZodObject) return objectExample(schema, {});
  if (schema instanceof z.ZodArray) return [compose(schema.element, field)];
  if (schema instanceof z.ZodUnion) return compose(schema.options[0], field);
  if (schema instanceof z.ZodEnum) return schema.options[0];
  if (schema instanceof z.ZodLiteral) return schema.value;
  if (schema instanceof z.ZodBoolean) return false;
  return undefined;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function compose(schema: unknown, field: string): unknown {
  if (isNullHere(schema, field)) return null;
  const core = coreOf(schema);
  if (isBooleanText(core)) return 'true';
  const known = byFieldName(core, field);
  if (known !== undefined) return known;
  const name = componentNameOf(core);
  const own = name === undefined ? undefined : componentExamples[name];
  if (own !== undefined && !(core instanceof z.ZodObject && isRecord(own))) return own;
  const composed =
    core instanceof z.ZodObject && isRecord(own) ? objectExample(core, own) : byStructure(core, field);
  if (composed === undefined) throw new Error(`examples/fields.ts has no value for "${field}"`);
  return composed;
}

/**
 * Returns a realistic value that the schema accepts. `name` selects the example of a schema that is not an object with
 * fields.
 */
export const exampleOf = (schema: z.ZodType, name = ''): unknown => compose(schema, name);
