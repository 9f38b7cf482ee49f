// Entry point of fares: tariffs applied to a distance and a time.

export * from './convenience-fee.ts';
export * from './fare-breakdown.schema.ts';
export * from './fare-tolerance.ts';
export * from './included-tax.ts';
export * from './promo.schema.ts';
export * from './promo.ts';
export * from './quote-fare.ts';
export * from './receipt-lines.ts';
export * from './shown-quantity.ts';
