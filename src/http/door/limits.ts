// Limits of the HTTP server: bytes, times, sockets (512), open pages (64).

/** Times in ms. */
export type Limits = {
  /** Bytes of a request's body. */
  readonly body: number;
  /** Bytes of a message over MCP, which carries reports. */
  readonly message: number;
  /** Bytes of a request's line and headers. */
  readonly headers: number;
  /** Until all headers, and the whole request, have arrived. */
  readonly headersMs: number;
  readonly requestMs: number;
  /** For an idle connection: a page that doesn't read, an unanswered request. */
  readonly stillMs: number;
  readonly sockets: number;
  /** Those without a session or token. */
  readonly strangers: number;
  /** Pages that follow the ledger. */
  readonly live: number;
};

export const limits: Limits = {
  body: 1024 * 1024,
  message: 32 * 1024 * 1024,
  headers: 16 * 1024,
  headersMs: 10_000,
  requestMs: 30_000,
  stillMs: 120_000,
  sockets: 512,
  strangers: 256,
  live: 64,
};
