// Describes the tables of a migrated database as a Markdown page: columns, types, keys, indexes and comments.

interface Queryable {
  query<Row>(text: string): Promise<{ rows: Row[] }>;
}

interface Table {
  name: string;
  kind: 'table' | 'view';
  comment: string | null;
}
interface Column {
  table: string;
  name: string;
  type: string;
  is_nullable: boolean;
  default_value: string | null;
  comment: string | null;
}
interface Named {
  table: string;
  name: string;
  definition: string;
}

const schema = `n.nspname = 'public'`;

const tablesQuery = `
  select c.relname as name, case when c.relkind in ('v', 'm') then 'view' else 'table' end as kind,
    obj_description(c.oid, 'pg_class') as comment
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where ${schema} and c.relkind in ('r', 'p', 'v', 'm') and not c.relispartition
    and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
  order by c.relname collate "C"`;

const columnsQuery = `
  select c.relname as table, a.attname as name, format_type(a.atttypid, a.atttypmod) as type,
    not a.attnotnull as is_nullable, pg_get_expr(d.adbin, d.adrelid) as default_value,
    col_description(c.oid, a.attnum) as comment
  from pg_attribute a
  join pg_class c on c.oid = a.attrelid
  join pg_namespace n on n.oid = c.relnamespace
  left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
  where ${schema} and c.relkind in ('r', 'p', 'v', 'm') and a.attnum > 0 and not a.attisdropped
  order by c.relname collate "C", a.attnum`;

const constraintsQuery = `
  select c.relname as table, k.conname as name, pg_get_constraintdef(k.oid) as definition
  from pg_constraint k
  join pg_class c on c.oid = k.conrelid
  join pg_namespace n on n.oid = c.relnamespace
  where ${schema} and k.contype in ('p', 'f', 'u', 'c', 'x')
  order by c.relname collate "C", position(k.contype::text in 'pfucx'), k.conname collate "C"`;

/** Query for the indexes that do not belong to a constraint of the query above. */
const indexesQuery = `
  select c.relname as table, i.relname as name, pg_get_indexdef(x.indexrelid) as definition
  from pg_index x
  join pg_class c on c.oid = x.indrelid
  join pg_class i on i.oid = x.indexrelid
  join pg_namespace n on n.oid = c.relnamespace
  where ${schema} and not exists (select from pg_constraint k where k.conindid = x.indexrelid and k.contype in ('p', 'u', 'x'))
  order by c.relname collate "C", i.relname collate "C"`;

const cell = (text: string): string => text.replaceAll(/\s+/g, ' ').replaceAll('|', '\\|');
const code = (text: string): string => `\`${cell(text)}\``;

function tableSection(
  table: Table,
  columns: readonly Column[],
  keys: readonly Named[],
  indexes: readonly Named[],
) {
  const lines = [`## ${table.name}`, ''];
  if (table.kind === 'view') lines.push('A view.', '');
  if (table.comment !== null) lines.push(table.comment.replaceAll(/\s+/g, ' '), '');
  lines.push('| column | type | null | default | comment |', '| --- | --- | --- | --- | --- |');
  for (const { name, type, is_nullable, default_value, comment } of columns) {
    const isOptional = is_nullable && table.kind === 'table' ? 'yes' : '';
    const value = default_value === null ? '' : code(default_value);
    lines.push(`| ${code(name)} | ${cell(type)} | ${isOptional} | ${value} | ${cell(comment ?? '')} |`);
  }
  if (keys.length > 0) lines.push('', 'Constraints:', '');
  for (const { name, definition } of keys) lines.push(`- ${code(name)}: ${code(definition)}`);
  if (indexes.length > 0) lines.push('', 'Indexes:', '');
  for (const { definition } of indexes)
    lines.push(`- ${code(definition.replace(/^CREATE /, '').replace(' ON public.', ' ON '))}`);
  return [...lines, ''].join('\n');
}

/** Returns the text of docs/data-model.md. The order is fixed, so that equal databases produce equal pages. */
export async function describeDataModel(database: Queryable): Promise<string> {
  const { rows: tables } = await database.query<Table>(tablesQuery);
  const { rows: columns } = await database.query<Column>(columnsQuery);
  const { rows: constraints } = await database.query<Named>(constraintsQuery);
  const { rows: indexes } = await database.query<Named>(indexesQuery);
  const of = <Row extends { table: string }>(rows: readonly Row[], { name }: Table): Row[] =>
    rows.filter((row) => row.table === name);
  const head = [
    '# Data model',
    '',
    'The tables of the migrated database. This page is generated: run `npm run docs:data-model` after a new migration; a database test compares it with the migrations. Amounts are minor units of the operator’s currency, times are milliseconds since the epoch, unless the type says otherwise. Each table belongs to one module, whose `*.repository.ts` files hold its SQL; the ledger is the exception: `wallet` writes it, `ledger` reads its tables and writes only seals. The job queue has its own schema, `graphile_worker`, which is not listed.',
    '',
    tables.map(({ name }) => `[${name}](#${name})`).join(' · '),
    '',
  ].join('\n');
  const sections = tables.map((table) =>
    tableSection(table, of(columns, table), of(constraints, table), of(indexes, table)),
  );
  return `${[head, ...sections].join('\n').trimEnd()}\n`;
}
