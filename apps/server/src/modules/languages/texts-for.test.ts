// Tests of the choice of a reader's language, and of its speed for any Accept-Language header.
import { expect, it } from 'vitest';
import { deliveryTextsFor, shippedLanguagesApi } from './testing/shipped-languages.ts';

const { textsFor, isOffered } = shippedLanguagesApi;

it('is the first available language of the Accept-Language header, in any region', async () => {
  const readBy = async (header: string) => (await textsFor(null, header)).langLocale;
  expect(await readBy('de, pt-PT;q=0.9, es')).toBe('pt');
  expect(await readBy('__proto__,constructor,;q=x,,*')).toBe('en');
});

it('is found quickly in a very long header or locale', async () => {
  const began = performance.now();
  const endless = `xx${'-a'.repeat(7500)}`;
  expect((await textsFor(null, `fr,${endless}`)).langLocale).toBe('fr');
  expect((await textsFor(null, endless)).langLocale).toBe('en');
  expect((await textsFor({ langLocale: endless })).langLocale).toBe('en');
  expect(await isOffered(endless)).toBe(false);
  expect(performance.now() - began).toBeLessThan(200);
});

it('uses the delivery wording in a delivery service for texts about rides', async () => {
  const titles = async (texts: typeof textsFor) => {
    const { text } = await texts({ langLocale: 'es' });
    return [text('message_cancelled_title'), text('message_payment_success_title')];
  };
  expect(await titles(textsFor)).toEqual(['Viaje cancelado', 'Pago recibido']);
  expect(await titles(deliveryTextsFor)).toEqual(['Envío cancelado', 'Pago recibido']);
});
