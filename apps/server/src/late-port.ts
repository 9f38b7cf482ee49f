// Connects a port of a lower module to the higher module that implements it and is created later.

export interface LatePort<Port extends object> {
  /** Forwards every call to the implementation; a call before `connect` throws. */
  readonly port: Port;
  connect(implementation: Port): void;
}

/** `name` appears in the error of a call made before `connect`. A port consists of functions only. */
export function createLatePort<Port extends object>(name: string): LatePort<Port> {
  let connected: Port | null = null;
  const port = new Proxy<Port>({} as Port, {
    get: (_, property) =>
      function callLater(...args: unknown[]): unknown {
        if (connected === null) throw new Error(`The port ${name} was called before it was connected`);
        const implementation: unknown = Reflect.get(connected, property);
        if (typeof implementation !== 'function')
          throw new Error(`The port ${name} has no function ${String(property)}`);
        return Reflect.apply(implementation, connected, args);
      },
  });
  return {
    port,
    connect(implementation) {
      connected = implementation;
    },
  };
}
