// Posts the payment form of the specification to the provider's link, which navigates the browser there.
import type { PaymentForm } from '@kerb/contract';

/** All fields in the order of the form. */
export function formFields(form: PaymentForm): [name: string, value: string][] {
  return Object.entries(form).map(([name, value]) => [name, String(value)]);
}

/** Navigates away from the page. */
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
