// Entry point of payments: providers, the life of a payment, and what a provider's report makes of it.
export * from './payment-life.ts';
export * from './provider.ts';
