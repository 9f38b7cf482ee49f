// Generates the JSON Schemas of the contract for OpenAPI: named components, and the input and answers of operations.
import { isDeepStrictEqual } from 'node:util';
import type { RouteDefinition } from '@kerb/contract';
import { componentNameOf, components } from '@kerb/contract/openapi';
import { z } from 'zod';

export type Json = Record<string, unknown>;
type Direction = 'input' | 'output';

const REFERENCE = '#/components/schemas/';
const OPERATION = 'operation ';

export const isJson = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const capitalised = (name: string): string => `${name.charAt(0).toUpperCase()}${name.slice(1)}`;

const isEmptyObject = (schema: z.ZodType): boolean =>
  schema instanceof z.ZodObject &&
  Object.keys(schema.shape).length === 0 &&
  schema.def.catchall === undefined;

/** Whether the operation answers with JSON, so not with a file, a page or an empty body. */
export const answersJson = ({ binary, answer }: RouteDefinition): boolean =>
  binary === undefined && !(answer instanceof z.ZodVoid);

/** The route's schemas in one direction: parameters, query and body for input, the answer for output. */
function partsOf(definition: RouteDefinition, direction: Direction): Record<string, z.ZodType> {
  const { params, query, body, answer } = definition;
  if (direction === 'output') return answersJson(definition) ? { answer } : {};
  return { ...(params && { params }), ...(query && { query }), ...(body && { body }) };
}

/** All named schemas: the components, and the bodies and answers of operations that are not components. */
function namedSchemas(definitions: ReadonlyMap<string, RouteDefinition>): Map<z.ZodType, string> {
  const named = new Map<z.ZodType, string>(
    Object.entries(components).map(([name, schema]) => [schema, name]),
  );
  const add = (schema: z.ZodType, name: string) => {
    if (componentNameOf(schema) !== undefined || named.has(schema) || isEmptyObject(schema)) return;
    named.set(schema, name);
  };
  for (const [operation, definition] of definitions) {
    if (definition.body) add(definition.body, `${capitalised(operation)}Request`);
    if (answersJson(definition)) add(definition.answer, `${capitalised(operation)}Answer`);
  }
  return named;
}

/** Converts a record whose keys are a fixed set of names to an object with these fields. */
function nameFields(schema: z.core.JSONSchema.BaseSchema): void {
  const { propertyNames, additionalProperties, required } = schema;
  if (required === undefined || !isJson(propertyNames) || !isJson(additionalProperties)) return;
  schema.properties = Object.fromEntries(required.map((name) => [name, additionalProperties]));
  delete schema.propertyNames;
  delete schema.additionalProperties;
}

/**
 * Allows unknown fields in objects, because answers may get fields later, and removes bounds that every integer has.
 */
function simplify({
  zodSchema,
  jsonSchema,
}: {
  zodSchema: unknown;
  jsonSchema: z.core.JSONSchema.BaseSchema;
}) {
  if (zodSchema instanceof z.ZodObject && zodSchema.def.catchall === undefined)
    delete jsonSchema.additionalProperties;
  if (zodSchema instanceof z.ZodRecord) nameFields(jsonSchema);
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
}

function convert(
  named: ReadonlyMap<z.ZodType, string>,
  definitions: ReadonlyMap<string, RouteDefinition>,
  direction: Direction,
): Map<string, Json> {
  const registry = z.registry<{ id: string }>();
  for (const [schema, id] of named) registry.add(schema, { id });
  for (const [operation, definition] of definitions)
    registry.add(z.object(partsOf(definition, direction)), { id: `${OPERATION}${operation}` });
  const { schemas } = z.toJSONSchema(registry, {
    io: direction,
    target: 'draft-2020-12',
    unrepresentable: 'any',
    reused: 'inline',
    uri: (id) => `${REFERENCE}${id}`,
    override: simplify,
  });
  return new Map(
    Object.entries(schemas).map(([name, { $id: _, $schema: __, ...schema }]) => [name, { ...schema }]),
  );
}

/** Returns the value with all references to components renamed. */
function mapReferences(value: unknown, rename: (name: string) => string): unknown {
  if (Array.isArray(value)) return value.map((one) => mapReferences(one, rename));
  if (!isJson(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, field]) =>
      key === '$ref' && typeof field === 'string'
        ? [key, `${REFERENCE}${rename(field.slice(REFERENCE.length))}`]
        : [key, mapReferences(field, rename)],
    ),
  );
}

function referencesIn(value: unknown): Set<string> {
  const found = new Set<string>();
  mapReferences(value, (name) => {
    found.add(name);
    return name;
  });
  return found;
}

/** Names of the components that operations use, directly or indirectly. */
function reachable(schemas: ReadonlyMap<string, Json>): Set<string> {
  const used = new Set<string>();
  const visit = (name: string) => {
    if (used.has(name)) return;
    used.add(name);
    for (const next of referencesIn(schemas.get(name))) visit(next);
  };
  for (const [name, schema] of schemas)
    if (name.startsWith(OPERATION)) for (const next of referencesIn(schema)) visit(next);
  return used;
}

/** Names of the components whose schemas differ between requests and answers, such as those with defaults. */
function differing(input: ReadonlyMap<string, Json>, output: ReadonlyMap<string, Json>): Set<string> {
  const found = new Set(
    [...input.keys()].filter((name) => !isDeepStrictEqual(input.get(name), output.get(name))),
  );
  let before: number;
  do {
    before = found.size;
    for (const [name, schema] of input)
      if ([...referencesIn(schema)].some((one) => found.has(one))) found.add(name);
  } while (found.size > before);
  return found;
}

export interface OperationSchemas {
  params?: Json;
  query?: Json;
  body?: Json;
  answer?: Json;
}

export interface ContractSchemas {
  components: Record<string, Json>;
  of(operation: string): OperationSchemas;
}

export const nameOfReference = (schema: Json | undefined): string | undefined =>
  typeof schema?.$ref === 'string' ? schema.$ref.slice(REFERENCE.length) : undefined;

/**
 * A component that is used by requests and answers with different schemas is emitted twice: `Name` for answers and
 * `NameInput` for requests. Unused components are left out.
 */
export function contractSchemas(definitions: ReadonlyMap<string, RouteDefinition>): ContractSchemas {
  const named = namedSchemas(definitions);
  const input = convert(named, definitions, 'input');
  const output = convert(named, definitions, 'output');
  const usedInput = reachable(input);
  const usedOutput = reachable(output).add('Problem');
  const different = differing(input, output);
  const inputName = (name: string): string =>
    different.has(name) && usedOutput.has(name) ? `${name}Input` : name;

  const found: Record<string, Json> = {};
  const add = (name: string, schema: unknown) => {
    if (Object.hasOwn(found, name)) throw new Error(`Two schemas of the contract are named ${name}`);
    if (isJson(schema)) found[name] = schema;
  };
  for (const name of usedOutput) add(name, output.get(name));
  for (const name of usedInput)
    if (inputName(name) !== name || !usedOutput.has(name))
      add(inputName(name), mapReferences(input.get(name), inputName));

  const partsIn = (schemas: ReadonlyMap<string, Json>, operation: string): Json => {
    const parts = schemas.get(`${OPERATION}${operation}`)?.properties;
    return isJson(parts) ? parts : {};
  };
  return {
    components: Object.fromEntries(Object.entries(found).sort(([a], [b]) => (a < b ? -1 : 1))),
    of(operation) {
      const taken = mapReferences(partsIn(input, operation), inputName);
      return { ...(isJson(taken) ? taken : {}), ...partsIn(output, operation) };
    },
  };
}
