// The payment form of the specification, posted to the provider's link: the browser goes there with it.
import type { PaymentForm } from '@kerb/contract';

/** Every field as the form carries it, in its order. */
export function formFields(form: PaymentForm): [name: string, value: string][] {
  return Object.entries(form).map(([name, value]) => [name, String(value)]);
}

/** Leaves the page. */
export function postForm(link: string, form: PaymentForm): void {
  const element = document.createElement('form');
  element.method = 'post';
  element.action = link;
  for (const [name, value] of formFields(form)) {
    const input = document.createElement('input');
    input.type = 'hidden';
    input.name = name;
    input.value = value;
    element.append(input);
  }
  document.body.append(element);
  element.submit();
}
