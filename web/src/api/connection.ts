// State of the live connection, and the trouble that keeps the server from reading the ledger.
import type { LedgerTrouble } from "../../../src/http/answers.ts";
import { createStore } from "../store.ts";
import { holdTime, nowOf } from "./clock.ts";

/** `joining`: connecting; `lost` since then (ms, server clock): the page may be outdated. */
type Connection = { readonly is: "joining" | "live" | "lost" | "locked"; readonly since: number };

const connection = createStore<Connection>({ is: "joining", since: nowOf() });
export const setConnection = (is: Connection["is"]): void => {
  if (connection.get().is !== is) connection.set({ is, since: nowOf() });
};
export const useConnection = connection.use;
export const connectionNow = (): Connection["is"] => connection.get().is;

const trouble = createStore<LedgerTrouble | null>(null);
export const useTrouble = trouble.use;
/** During a ledger problem the page shows the state at its beginning. */
export const setTrouble = (now: LedgerTrouble | null): void => {
  trouble.set(now);
  holdTime(now === null ? null : Date.parse(now.since));
};
