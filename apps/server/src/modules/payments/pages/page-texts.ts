// The words of the few pages that the server shows itself while somebody pays.

const texts = {
  en: {
    going: 'Taking you to {provider}…',
    going_note: 'If nothing happens, continue with the button.',
    continue: 'Continue',
    pay: 'Pay {amount}',
    back: 'Cancel and go back',
    needs_script: 'This way to pay needs JavaScript. Go back and choose another one.',
    failed: 'This did not work. Check what you entered and try again.',
    test_title: 'Test payment',
    test_note:
      'No money moves here. 4242\u00a04242\u00a04242\u00a04242 is paid, 4000\u00a00000\u00a00000\u00a00002 is declined.',
    card: 'Card number',
    expiry: 'Expires (MM/YY)',
    code: 'Security code',
    card_wrong: 'Enter 4242\u00a04242\u00a04242\u00a04242 or 4000\u00a00000\u00a00000\u00a00002.',
    other: 'Try something else',
    decline: 'Let the bank decline',
    twice: 'Pay twice',
    late: 'Pay, confirmed 20 seconds later',
    over: 'This payment is over',
    over_note: 'There is nothing left to pay here.',
  },
  es: {
    going: 'Te llevamos a {provider}…',
    going_note: 'Si no pasa nada, continúa con el botón.',
    continue: 'Continuar',
    pay: 'Pagar {amount}',
    back: 'Cancelar y volver',
    needs_script: 'Esta forma de pago necesita JavaScript. Vuelve y elige otra.',
    failed: 'No ha funcionado. Revisa lo que escribiste e inténtalo de nuevo.',
    test_title: 'Pago de prueba',
    test_note:
      'Aquí no se mueve dinero. 4242\u00a04242\u00a04242\u00a04242 se paga, 4000\u00a00000\u00a00000\u00a00002 se rechaza.',
    card: 'Número de tarjeta',
    expiry: 'Vence (MM/AA)',
    code: 'Código de seguridad',
    card_wrong: 'Escribe 4242\u00a04242\u00a04242\u00a04242 o 4000\u00a00000\u00a00000\u00a00002.',
    other: 'Prueba otra cosa',
    decline: 'Que el banco rechace',
    twice: 'Pagar dos veces',
    late: 'Pagar, con confirmación 20 segundos después',
    over: 'Este pago ha terminado',
    over_note: 'Aquí no queda nada por pagar.',
  },
  ar: {
    going: 'ننقلك إلى {provider}…',
    going_note: 'إن لم يحدث شيء فتابع بالزر.',
    continue: 'متابعة',
    pay: 'ادفع {amount}',
    back: 'إلغاء والعودة',
    needs_script: 'تحتاج طريقة الدفع هذه إلى JavaScript. عُد واختر طريقة أخرى.',
    failed: 'لم ينجح ذلك. راجع ما أدخلته وحاول مرة أخرى.',
    test_title: 'دفعة تجريبية',
    test_note:
      'لا تتحرك أي أموال هنا. البطاقة \u20664242\u00a04242\u00a04242\u00a04242\u2069 تُدفع، والبطاقة \u20664000\u00a00000\u00a00000\u00a00002\u2069 تُرفض.',
    card: 'رقم البطاقة',
    expiry: 'تنتهي (شهر/سنة)',
    code: 'رمز الأمان',
    card_wrong:
      'أدخل \u20664242\u00a04242\u00a04242\u00a04242\u2069 أو \u20664000\u00a00000\u00a00000\u00a00002\u2069.',
    other: 'جرّب شيئًا آخر',
    decline: 'دع المصرف يرفض',
    twice: 'ادفع مرتين',
    late: 'ادفع، والتأكيد بعد 20 ثانية',
    over: 'انتهت هذه الدفعة',
    over_note: 'لم يبقَ ما يُدفع هنا.',
  },
} as const;

export type PageLang = keyof typeof texts;
type Key = keyof (typeof texts)['en'];

const isPageLang = (text: string): text is PageLang => Object.hasOwn(texts, text);

/** The language of the person's profile, else the first of the browser's that is spoken here. */
export function pageLangOf(profile: string | undefined, acceptLanguage: string | undefined): PageLang {
  const wanted = [
    profile ?? '',
    ...(acceptLanguage ?? '').split(',').map((part) => part.split(';')[0] ?? ''),
  ];
  for (const one of wanted) {
    const lang = one.trim().toLowerCase().split('-')[0] ?? '';
    if (isPageLang(lang)) return lang;
  }
  return 'en';
}

export function pageText(lang: PageLang, key: Key, words: Readonly<Record<string, string>> = {}): string {
  // Each word keeps its own direction: an amount is not turned around inside an Arabic sentence.
  return texts[lang][key].replaceAll(/\{(\w+)\}/g, (_, name: string) => `\u2068${words[name] ?? ''}\u2069`);
}
