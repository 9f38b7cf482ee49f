// Reads the form fields that a provider sends through the browser or by webhook, in their original order.
import { PaymentSignatureError, type ProviderRequest } from '../../ports/payments.ts';

const MAX_FIELDS = 200;

/**
 * Fields of the query for GET, of the form body for POST. Throws PaymentSignatureError for a duplicate name, because it
 * is unknown which of the values was signed.
 */
export function readForm(request: ProviderRequest): ReadonlyMap<string, string> {
  const pairs = request.method === 'GET' ? request.query : new URLSearchParams(request.body.toString('utf8'));
  const form = new Map<string, string>();
  for (const [name, value] of pairs) {
    if (form.has(name)) throw new PaymentSignatureError(`${name} is there twice`);
    if (form.size === MAX_FIELDS) throw new PaymentSignatureError('There are too many fields');
    form.set(name, value);
  }
  return form;
}

/** A field that every genuine form has; throws PaymentSignatureError when it is missing. */
export function fieldOf(form: ReadonlyMap<string, string>, name: string): string {
  const value = form.get(name);
  if (!value) throw new PaymentSignatureError(`${name} is missing`);
  return value;
}
