// Limit on connections without session or token: the oldest goes first.

/** What is needed of a socket. */
type Connection = {
  readonly destroy: () => unknown;
  readonly once: (event: "close", told: () => void) => unknown;
};
export type Strangers = {
  /** A connection that has shown nothing yet. */
  readonly meet: (connection: Connection) => void;
  /** It brought a session or a token: from now on it is bounded as all connections are, and by nothing else. */
  readonly letIn: (connection: Connection) => void;
};

/** `most` at once: where more come, the one that has been there longest goes. Whoever may come in shows that within moments; whoever holds a place does not. */
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
