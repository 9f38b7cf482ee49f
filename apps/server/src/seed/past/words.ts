// Texts written by people in the generated past, in the style of Montevideo: ratings' comments, chats, notes and
// parcels.

export const praise = [
  'Excelente viaje, muy amable.',
  'Muy buen conductor, llegó enseguida.',
  'Auto impecable.',
  'Manejo muy prudente, gracias.',
  'Impecable, de punta a punta.',
  'Me ayudó con las valijas, un genio.',
  'Puntual y cordial.',
  'Great driver, very friendly.',
  'Conoce bien la ciudad, evitó el tránsito.',
  'Muy recomendable.',
  'Buena música y buena charla.',
  'Ótimo motorista, muito atencioso.',
  'Esperó sin problema a que bajara.',
  'Rápido y seguro.',
  'Very clean car.',
] as const;

export const complaints = [
  'Demoró más de lo que decía la aplicación.',
  'Tomó un camino más largo.',
  'El auto estaba un poco sucio.',
  'Hablaba por teléfono mientras manejaba.',
  'Frenadas bruscas.',
  'No encontró el punto de recogida.',
] as const;

export const ridersPraised = [
  'Pasajero muy amable.',
  'Estaba listo en la puerta.',
  'Muy bien, gracias.',
  'Muy respetuosa.',
  'Buena propina y buena onda.',
] as const;

export const ridersBlamed = ['Demoró en bajar.', 'Comió en el auto.', 'Cerró la puerta muy fuerte.'] as const;

/** One chat per line: `r` marks a message of the rider, `d` one of the driver. */
export const chats: readonly (readonly (readonly ['r' | 'd', string])[])[] = [
  [
    ['d', 'Buenas, voy en camino.'],
    ['r', 'Perfecto, estoy en la puerta.'],
  ],
  [
    ['r', 'Hola, estoy en la esquina, campera roja.'],
    ['d', 'Dale, en dos minutos estoy.'],
  ],
  [
    ['d', 'Ya llegué, estoy en doble fila.'],
    ['r', 'Bajo ahora, disculpá.'],
    ['d', 'Tranqui.'],
  ],
  [
    ['r', '¿Entra un cochecito de bebé en el baúl?'],
    ['d', 'Sí, sin problema.'],
    ['r', 'Gracias!'],
  ],
  [
    ['d', 'Hay un corte en la avenida, entro por la otra calle.'],
    ['r', 'Ok, salgo por ese lado.'],
  ],
  [
    ['r', 'Hi! I am at the main entrance.'],
    ['d', 'Ok, I see you.'],
  ],
  [
    ['d', 'Buen día, ¿la dirección es frente al parque?'],
    ['r', 'Sí, el edificio blanco.'],
  ],
  [
    ['r', 'Tengo dos valijas grandes.'],
    ['d', 'Entran, te ayudo.'],
  ],
];

export const parcelNotes = [
  ['Portería, piso 3', 'Entregar en mano'],
  ['Timbre 402', 'Dejar en recepción'],
  ['Local de la esquina', 'Llamar al llegar'],
  ['Preguntar por Ventas', 'Frágil, por favor'],
  ['', 'Apto 801, timbre anda mal'],
] as const;

/** Values of cancellation reasons in the installation's list. */
export const riderCancels = [0, 1, 5, 5, 4, 3, 7] as const;
export const driverCancels = [2, 2, 3, 4] as const;
export const adminCancels = [3, 4, 7] as const;

export const returnReasons = [
  'The bank does not know this account number',
  'The name on the account differs from the name of the driver',
] as const;

export const lostItems = [
  'Me olvidé un paraguas negro en el asiento de atrás.',
  'Dejé mis lentes en el auto, estuche azul.',
  'Se me cayó una billetera marrón, creo que debajo del asiento.',
  'I left a grey backpack in the boot.',
] as const;
export const lostItemNotes = [
  'The driver brought it to the office; the rider collected it.',
  'The driver did not find it.',
  'Returned to the rider on the next day.',
] as const;
export const helpMessages = [
  'El conductor cobró más de lo que decía la aplicación.',
  'La calle del destino quedó mal en el recibo.',
] as const;
export const helpNotes = [
  'Checked the fare with the rider; nothing was charged twice.',
  'Explained by phone.',
] as const;
export const panicNotes = [
  'Called the rider at once: pressed by mistake.',
  'Called both: a quarrel about the window. The trip ended well.',
] as const;
export const standstillNotes = ['Called the driver: a flat tyre, the rider was informed.'] as const;

export const reviewNotes = {
  approved: [
    'The rider asked for a detour to pick up a friend.',
    'The rider changed the destination on the way.',
  ],
  waived: ['The driver missed the exit twice; the rider does not pay for it.'],
} as const;

export const banks = ['BROU', 'Itaú', 'Santander', 'Scotiabank', 'BBVA', 'HSBC'] as const;
