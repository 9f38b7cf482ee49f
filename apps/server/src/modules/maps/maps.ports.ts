// Ports of maps that other modules implement.

/** Implemented by settings. */
export interface OperatorSettings {
  /** `country`: ISO 3166-1 alpha-2 of the operator. */
  get(): Promise<{ country: string }>;
}
