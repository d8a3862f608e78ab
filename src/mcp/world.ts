// Environment of the MCP server: System access, own job and version, injected by each transport and by tests.
import type { System } from "../runtime/system.ts";

export type World = {
  /** Opens the System for one call, and lets go of it: what changed meanwhile (a ledger restored, a configuration mended) counts from the next call on. */
  readonly reach: <T>(use: (system: System) => Promise<T>) => Promise<T>;
  /** The job that the process around it works for, by its environment; nulls where it is nobody's, as over HTTP. */
  readonly own: { readonly run: string | null; readonly token: string | null };
  /** Who is asking, recorded as claimed; null: the client's own name. */
  readonly as: string | null;
  readonly version: string;
};

/** A call: `client` is the name that the client's program gives itself. */
export type Call = { readonly system: System; readonly world: World; readonly client: string };
