// The words of notices in Arabic.
import type { NoticeLanguage } from '../notice-text.ts';

export const arabic: NoticeLanguage = {
  texts: {
    accepted: { title: 'رحلتك في الطريق إليك', body: '{driver} في الطريق إلى {pickup} بسيارة {vehicle}.' },
    accepted_later: {
      title: 'تم حجز سائقك',
      body: 'سيكون {driver} عند {pickup} في الساعة {time}: {vehicle}.',
    },
    driver_near: { title: 'وصل سائقك', body: '{driver} ينتظرك عند {pickup}: {vehicle}.' },
    trip_code_refused: {
      title: 'رمز رحلة خاطئ ثلاث مرات',
      body: 'أدخل شخص رمزًا خاطئًا ثلاث مرات لرحلتك {reference}. لا تخبر به إلا السائق الذي رقم لوحة سيارته {plate}.',
    },
    trip_started: { title: 'بدأت الرحلة', body: 'أنت في الطريق إلى {drop}.' },
    trip_completed: { title: 'انتهت الرحلة', body: 'وصلت إلى {drop}. الرحلة {reference}.' },
    payment_success: { title: 'تم استلام الدفع', body: 'دُفع ثمن الرحلة {reference}.' },
    cancelled: { title: 'أُلغيت الرحلة', body: 'أُلغيت الرحلة {reference} من {pickup}.' },
    no_driver: {
      title: 'أُلغيت الرحلة',
      body: 'أُلغيت الرحلة {reference} من {pickup} قبل أن يقبلها أي سائق.',
    },
    not_paid: {
      title: 'أُلغي الحجز',
      body: 'أُلغي الحجز {reference} لأنه لم يُدفع في الوقت المحدد. لم يُخصم منك شيء.',
    },
    rated: { title: 'لديك تقييم جديد', body: 'قيّم {customer} الرحلة {reference}.' },
    new_task: { title: 'رحلة جديدة', body: 'من {pickup} إلى {drop}.' },
    ride_soon: { title: 'رحلتك في الساعة {time}', body: 'من {pickup} إلى {drop}. الرحلة {reference}.' },
    search_begun: {
      title: 'نبحث الآن عن سائقك',
      body: 'رحلتك في الساعة {time} من {pickup}. سنخبرك بمن سيأتي.',
    },
    leave_now: { title: 'حان وقت الانطلاق', body: '{customer} ينتظرك عند {pickup} في الساعة {time}.' },

    chat_message: { title: 'رسالة من {name}', body: '{text}' },

    account_approved: { title: 'تمت الموافقة على حسابك', body: 'يمكنك تسجيل الدخول الآن.' },
    account_refused: { title: 'لم تتم الموافقة على حسابك', body: '{reason}' },
    account_disabled: { title: 'تم تعطيل حسابك', body: '{reason}' },

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
    alert_panic: {
      title: 'شخص يطلب المساعدة',
      body: 'افتح تنبيهات لوحة التحكم فورًا: وصل طلب مساعدة من إحدى الرحلات.',
    },
    alert_standstill: {
      title: 'سيارة متوقفة',
      body: 'سيارة متوقفة أثناء رحلة. انظر إليها في تنبيهات لوحة التحكم.',
    },
    alert_off_route: {
      title: 'سيارة خرجت عن مسارها',
      body: 'سيارة بعيدة عن طريقها. انظر إليها في تنبيهات لوحة التحكم.',
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
  driver: 'سائقك',
  newMessage: 'رسالة جديدة',
  picture: 'أرسل صورة',
};
