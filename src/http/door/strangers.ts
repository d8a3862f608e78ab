// Limit on connections without session or token: the oldest goes first.

/** The part of a socket that is needed. */
type Connection = {
  readonly destroy: () => unknown;
  readonly once: (event: "close", told: () => void) => unknown;
};
export type Strangers = {
  /** Adds an unauthenticated connection. */
  readonly meet: (connection: Connection) => void;
  /** It sent a session or a token: from now on only the general limits apply. */
  readonly letIn: (connection: Connection) => void;
};

/** At most `most` at once: beyond that the oldest is closed. A permitted client authenticates within moments, unlike one that occupies a slot. */
export const strangers = (most: number): Strangers => {
  const waiting = new Set<Connection>();
  return {
    meet(connection) {
      waiting.add(connection);
      connection.once("close", () => waiting.delete(connection));
      for (const oldest of waiting) {
        if (waiting.size <= most) return;
        waiting.delete(oldest);
        oldest.destroy();
      }
    },
    letIn: (connection) => void waiting.delete(connection),
  };
};
