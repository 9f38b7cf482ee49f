// What people are told apart from bookings and their account's standing: documents that end, drivers who wait, a bonus, a withdrawal, a payment.
import type { DocumentKind } from '@kerb/contract';

export type HouseNoticeKind =
  | 'document_ending'
  | 'document_ends_today'
  | 'document_expired'
  | 'driver_waiting'
  | 'referral_bonus'
  | 'withdraw_processed'
  | 'withdraw_returned'
  | 'payment_held'
  | 'payment_refunded'
  | 'refund_to_wallet';

export interface HouseText {
  title: string;
  /** May name {document}, {date}, {name} and {amount}. */
  body: string;
}

interface Language {
  texts: Readonly<Record<HouseNoticeKind, HouseText>>;
  documents: Readonly<Record<DocumentKind, string>>;
}

const english: Language = {
  texts: {
    document_ending: {
      title: 'A document ends soon',
      body: '{document}: valid until {date}. Upload the new one in your profile in good time.',
    },
    document_ends_today: {
      title: 'A document ends today',
      body: '{document}: valid until tonight. Upload the new one to keep getting rides.',
    },
    document_expired: {
      title: 'A document has expired',
      body: '{document}: it was valid until {date}. You get rides again once a new one is uploaded.',
    },
    driver_waiting: {
      title: 'A driver is waiting for approval',
      body: '{name} has signed up. Look at the licence and decide.',
    },
    referral_bonus: { title: 'Your referral bonus is here', body: '{amount} were added to your wallet.' },
    withdraw_processed: { title: 'Your withdrawal is on its way', body: '{amount} were sent to your bank.' },
    withdraw_returned: {
      title: 'Your withdrawal was returned',
      body: '{amount} could not be paid out and are in your wallet again. The reason is beside the request.',
    },
    payment_held: {
      title: 'We are looking at your payment',
      body: 'What arrived is not what was asked for. Nothing is lost: it is put into your wallet or sent back.',
    },
    payment_refunded: {
      title: 'You got money back',
      body: '{amount} were sent back to where you had paid from. Your bank may take a few days.',
    },
    refund_to_wallet: {
      title: 'Your refund is in your wallet',
      body: '{amount} could not be sent back to where you had paid from and were added to your wallet.',
    },
  },
  documents: {
    licenseImage: 'Driving licence',
    img1: 'Vehicle registration',
    img2: 'Vehicle insurance',
    img3: 'Document 3',
    img4: 'Document 4',
  },
};

const spanish: Language = {
  texts: {
    document_ending: {
      title: 'Un documento vence pronto',
      body: '{document}: válido hasta el {date}. Sube el nuevo en tu perfil con tiempo.',
    },
    document_ends_today: {
      title: 'Un documento vence hoy',
      body: '{document}: válido hasta esta noche. Sube el nuevo para seguir recibiendo viajes.',
    },
    document_expired: {
      title: 'Un documento venció',
      body: '{document}: fue válido hasta el {date}. Volverás a recibir viajes cuando subas uno nuevo.',
    },
    driver_waiting: {
      title: 'Un conductor espera aprobación',
      body: '{name} se registró. Mira la licencia y decide.',
    },
    referral_bonus: {
      title: 'Llegó tu bono por invitación',
      body: 'Se agregaron {amount} a tu billetera.',
    },
    withdraw_processed: { title: 'Tu retiro va en camino', body: 'Se enviaron {amount} a tu banco.' },
    withdraw_returned: {
      title: 'Tu retiro fue devuelto',
      body: 'No se pudieron pagar {amount}; están otra vez en tu billetera. El motivo está junto a la solicitud.',
    },
    payment_held: {
      title: 'Estamos revisando tu pago',
      body: 'Lo que llegó no es lo que se pidió. No se pierde nada: irá a tu billetera o de vuelta.',
    },
    payment_refunded: {
      title: 'Te devolvimos dinero',
      body: 'Se enviaron {amount} de vuelta a donde pagaste. Tu banco puede tardar unos días.',
    },
    refund_to_wallet: {
      title: 'Tu reembolso está en tu billetera',
      body: 'No se pudieron devolver {amount} a donde pagaste; se agregaron a tu billetera.',
    },
  },
  documents: {
    licenseImage: 'Licencia de conducir',
    img1: 'Matrícula del vehículo',
    img2: 'Seguro del vehículo',
    img3: 'Documento 3',
    img4: 'Documento 4',
  },
};

const arabic: Language = {
  texts: {
    document_ending: {
      title: 'ستنتهي صلاحية أحد مستنداتك قريبًا',
      body: '{document}: صالحة حتى {date}. ارفع المستند الجديد من ملفك الشخصي قبل ذلك.',
    },
    document_ends_today: {
      title: 'تنتهي صلاحية أحد مستنداتك اليوم',
      body: '{document}: صالحة حتى نهاية اليوم. ارفع المستند الجديد لتستمر في تلقي الرحلات.',
    },
    document_expired: {
      title: 'انتهت صلاحية أحد مستنداتك',
      body: '{document}: كانت صالحة حتى {date}. ستتلقى الرحلات من جديد بعد رفع مستند جديد.',
    },
    driver_waiting: {
      title: 'سائق بانتظار الموافقة',
      body: 'سجّل {name} كسائق. راجع الرخصة واتخذ القرار.',
    },
    referral_bonus: { title: 'وصلت مكافأة الدعوة', body: 'أُضيف {amount} إلى محفظتك.' },
    withdraw_processed: { title: 'طلب السحب في الطريق إليك', body: 'أُرسل {amount} إلى بنكك.' },
    withdraw_returned: {
      title: 'أُعيد طلب السحب',
      body: 'تعذّر دفع {amount} وعاد إلى محفظتك. تجد السبب بجانب الطلب.',
    },
    payment_held: {
      title: 'نراجع دفعتك',
      body: 'ما وصل ليس ما طُلب. لن يضيع شيء: سيُضاف إلى محفظتك أو يُعاد إليك.',
    },
    payment_refunded: {
      title: 'أُعيد إليك مبلغ',
      body: 'أُعيد {amount} إلى الوسيلة التي دفعت بها. قد يستغرق مصرفك بضعة أيام.',
    },
    refund_to_wallet: {
      title: 'المبلغ المسترد في محفظتك',
      body: 'تعذّرت إعادة {amount} إلى الوسيلة التي دفعت بها، فأُضيف إلى محفظتك.',
    },
  },
  documents: {
    licenseImage: 'رخصة القيادة',
    img1: 'رخصة السيارة',
    img2: 'تأمين السيارة',
    img3: 'المستند 3',
    img4: 'المستند 4',
  },
};

/** One entry a language; where there is none, English. */
const languages: Readonly<Record<string, Language>> = { en: english, es: spanish, ar: arabic };

export interface HouseWords {
  document?: DocumentKind;
  /** "2026-11-21" */
  date?: string;
  name?: string;
  amount?: string;
}

/** The day in the person's words: it has no zone, so that none may shift it. */
const dateIn = (day: string, language: string): string =>
  new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(
    new Date(`${day}T00:00:00Z`),
  );

export function wordHouseNotice(
  kind: HouseNoticeKind,
  locale: string | undefined,
  { document, date, name, amount }: HouseWords,
): HouseText {
  const wanted = locale?.split('-')[0]?.toLowerCase() ?? 'en';
  const [language, { texts, documents }] = languages[wanted] ? [wanted, languages[wanted]] : ['en', english];
  const words: Readonly<Record<string, string | undefined>> = {
    document: document && documents[document],
    date: date && dateIn(date, language),
    name,
    amount,
  };
  const { title, body } = texts[kind];
  return { title, body: body.replaceAll(/\{(\w+)\}/g, (whole, word: string) => words[word] ?? whole) };
}

/** Which of the document's notices so many days before its end. */
export function documentNoticeOf(daysLeft: number): HouseNoticeKind {
  if (daysLeft < 0) return 'document_expired';
  return daysLeft === 0 ? 'document_ends_today' : 'document_ending';
}
