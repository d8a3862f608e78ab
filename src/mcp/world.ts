// Environment of the MCP server: System access, own job and version, injected by each transport and by tests.
import type { System } from "../runtime/system.ts";

export type World = {
  /** Opens the System for one call and closes it, so that changes (a restored ledger, a fixed configuration) apply from the next call on. `looks`: the call changes nothing, so that a configuration that can't be used counts as none. */
  readonly reach: <T>(use: (system: System) => Promise<T>, looks: boolean) => Promise<T>;
  /** The job of the surrounding process, from its environment; null without one, as over HTTP. */
  readonly own: { readonly run: string | null; readonly token: string | null };
  /** The caller's name as recorded, unverified; null: the client's own name. */
  readonly as: string | null;
  readonly version: string;
};

/** A call; `client` is the client program's self-reported name. */
export type Call = { readonly system: System; readonly world: World; readonly client: string };
