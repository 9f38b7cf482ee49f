// Builds the URL, headers and body of an HTTP request from a route and its input.
import type { CallableRoute } from './route-table.ts';

export interface CallInput {
  readonly params?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
  readonly file?: Blob;
}

export function addressOf(baseUrl: string, route: CallableRoute, input: CallInput): string {
  const path = route.path.replaceAll(/:([A-Za-z_]+)/g, (_match, name: string) => {
    const value = input.params?.[name];
    if (value === undefined || value === null)
      throw new TypeError(`${route.path} needs the parameter ${name}`);
    return encodeURIComponent(String(value));
  });
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(input.query ?? {})) {
    for (const item of Array.isArray(value) ? value : [value]) {
      if (item !== undefined && item !== null) query.append(name, String(item));
    }
  }
  const search = query.size > 0 ? `?${query}` : '';
  return `${baseUrl}${route.root ? '' : '/api/v1'}${path}${search}`;
}

export function bodyOf(route: CallableRoute, input: CallInput): { body?: string | FormData; type?: string } {
  if (route.uploadField !== undefined && input.file) {
    const form = new FormData();
    form.append(route.uploadField, input.file);
    return { body: form };
  }
  if (input.body === undefined) return {};
  return { body: JSON.stringify(input.body), type: 'application/json' };
}
