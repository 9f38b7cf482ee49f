// The form fields that a provider sends with the browser or by itself, in the order they were sent.
import { PaymentSignatureError, type ProviderRequest } from '../../ports/payments.ts';

const MOST_FIELDS = 200;

/**
 * Fields of the query for GET, of the form in the body for POST. Throws PaymentSignatureError when a name comes
 * twice: which of the two was signed would be a guess.
 */
export function readForm(request: ProviderRequest): ReadonlyMap<string, string> {
  const pairs = request.method === 'GET' ? request.query : new URLSearchParams(request.body.toString('utf8'));
  const form = new Map<string, string>();
  for (const [name, value] of pairs) {
    if (form.has(name)) throw new PaymentSignatureError(`${name} is there twice`);
    if (form.size === MOST_FIELDS) throw new PaymentSignatureError('There are too many fields');
    form.set(name, value);
  }
  return form;
}

/** A field that a genuine form always has; throws PaymentSignatureError without it. */
export function fieldOf(form: ReadonlyMap<string, string>, name: string): string {
  const value = form.get(name);
  if (!value) throw new PaymentSignatureError(`${name} is missing`);
  return value;
}
