// The words of notices in Spanish.
import type { NoticeLanguage } from '../notice-text.ts';

export const spanish: NoticeLanguage = {
  texts: {
    accepted: { title: 'Tu viaje está en camino', body: '{driver} va hacia {pickup} en {vehicle}.' },
    accepted_later: {
      title: 'Tu conductor está reservado',
      body: '{driver} estará en {pickup} a las {time}: {vehicle}.',
    },
    driver_near: { title: 'Tu conductor llegó', body: '{driver} te espera en {pickup}: {vehicle}.' },
    trip_code_refused: {
      title: 'Código de viaje incorrecto, tres veces',
      body: 'Alguien dijo tres veces un código incorrecto para tu viaje {reference}. Dilo solo al conductor de la matrícula {plate}.',
    },
    trip_started: { title: 'Comenzó el viaje', body: 'Vas camino a {drop}.' },
    trip_completed: { title: 'Viaje terminado', body: 'Llegaste a {drop}. Viaje {reference}.' },
    payment_success: { title: 'Pago recibido', body: 'El viaje {reference} está pagado.' },
    cancelled: { title: 'Viaje cancelado', body: 'Se canceló el viaje {reference} desde {pickup}.' },
    no_driver: {
      title: 'Viaje cancelado',
      body: 'El viaje {reference} desde {pickup} se canceló antes de que lo tomara un conductor.',
    },
    not_paid: {
      title: 'Reserva cancelada',
      body: 'La reserva {reference} se canceló porque no se pagó a tiempo. No se te cobró nada.',
    },
    rated: { title: 'Tienes una nueva calificación', body: '{customer} calificó el viaje {reference}.' },
    new_task: { title: 'Nuevo viaje', body: 'De {pickup} a {drop}.' },
    ride_soon: { title: 'Tu viaje es a las {time}', body: 'De {pickup} a {drop}. Viaje {reference}.' },
    search_begun: {
      title: 'Estamos buscando a tu conductor',
      body: 'Tu viaje es a las {time} desde {pickup}. Te avisamos quién va.',
    },
    leave_now: { title: 'Es hora de salir', body: '{customer} te espera en {pickup} a las {time}.' },

    chat_message: { title: 'Mensaje de {name}', body: '{text}' },

    account_approved: { title: 'Tu cuenta está aprobada', body: 'Ya puedes iniciar sesión.' },
    account_refused: { title: 'Tu cuenta no fue aprobada', body: '{reason}' },
    account_disabled: { title: 'Tu cuenta fue desactivada', body: '{reason}' },

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
    alert_panic: {
      title: 'Alguien pide ayuda',
      body: 'Abre ya las alertas de la consola: llegó un pedido de ayuda desde un viaje.',
    },
    alert_standstill: {
      title: 'Un auto está detenido',
      body: 'Un auto está detenido en medio de un viaje. Míralo en las alertas de la consola.',
    },
    alert_off_route: {
      title: 'Un auto se salió de su ruta',
      body: 'Un auto está lejos de su camino. Míralo en las alertas de la consola.',
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
  driver: 'Tu conductor',
  newMessage: 'Mensaje nuevo',
  picture: 'Envió una foto',
};
