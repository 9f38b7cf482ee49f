// What an account at Mercado Pago is called with.

export interface Settings {
  readonly apiUrl: string;
  readonly accessToken: string;
  readonly webhookSecret: string;
  readonly now: () => number;
}
