// Requests to a server, repeated until answered.
import type postgres from "postgres";
import { closed } from "../closed.ts";
import { type Client, giveUp, openClients } from "./client.ts";
import { createPatience, type LineOptions, type Patience } from "./patience.ts";
import { askPrepared, type Param, type Result } from "./prepared.ts";

export type Line = {
  /** `again`: a repeated request whose answer was lost. `more`: extra time for the answer, in ms, for large requests. */
  ask(
    question: (again: boolean) => { readonly text: string; readonly params: readonly Param[] },
    more?: number,
  ): Promise<Result>;
  /** A single attempt without retries, for hints; null: no answer. */
  hint(text: string, params: readonly Param[]): Promise<Result | null>;
  /** Several statements in one transaction of one connection. */
  together(work: (ask: (text: string) => Promise<Result>) => Promise<void>): Promise<void>;
  /** Calls back for each notification on the channel until the connection is lost; a further call listens anew and calls back once. Never rejects. */
  listen(channel: string, heard: () => void): Promise<void>;
  /** For how many ms from now nothing counts as lapsed. */
  readonly grace: Patience["grace"];
  /** Stops waiting for an unreachable server. */
  hasten(): void;
  /** Refuses later requests. The caller has waited for pending ones (postgres.ts). */
  close(): Promise<void>;
};

/** Leases are renewed soon after an outage only if no reconnection attempt hangs for long (contact.ts). */
const connectMs = 5_000;
/** Extra time per character of the request: a busy server isn't unreachable. */
const letterMs = 1 / 100;
const lettersMs = (params: readonly Param[]): number =>
  params.reduce<number>(
    (sum, param) => sum + (typeof param === "string" ? param.length * letterMs : 0),
    0,
  );

/** The client's own transactions send `rollback` on a lost connection, which ends the process. */
const transaction = async (
  sql: postgres.Sql,
  work: (ask: (text: string) => Promise<Result>) => Promise<void>,
): Promise<void> => {
  await sql.unsafe("begin");
  await work(async (text) => sql.unsafe(text));
  await sql.unsafe("commit");
};

export const openLine = (options: LineOptions): Line => {
  const { server, login, patience: patient, answer } = options;
  const ms = Math.max(1_000, Math.min(answer, patient, connectMs));
  const clients = openClients(server, login, ms);
  const patience = createPatience(clients, options);
  let listens: Client | null = null;
  let ended = false;
  const open = (): void => {
    if (ended) throw closed();
  };

  return {
    ask: async (question, more = 0) => {
      open();
      const first = question(false);
      const carried = more + lettersMs(first.params);
      return patience.ask(async (by, again) => {
        const { text, params } = again ? question(true) : first;
        return askPrepared(by, text, params);
      }, carried);
    },
    hint: async (text, params) => {
      try {
        return await patience.once((by) => askPrepared(by, text, params));
      } catch {
        return null;
      }
    },
    together: async (work) => {
      open();
      let own: Client | null = null;
      // Gives up a failed request together with its connection.
      const leave = (): void => void (own !== null && giveUp(own));
      await patience
        .ask(async () => {
          leave();
          own = clients.alone();
          await transaction(own.sql, work);
        })
        .finally(leave);
    },
    listen: async (channel, heard) => {
      const by = clients.current();
      if (listens === by) return;
      listens = by;
      try {
        await patience.once((sql) => sql.listen(channel, heard, heard));
      } catch {
        if (listens === by) listens = null;
      }
    },
    grace: patience.grace,
    hasten: patience.hasten,
    close: async () => {
      ended = true;
      patience.end();
      const { sql, cut } = clients.current();
      await sql.end({ timeout: patience.away() ? 0 : 5 }).catch(() => {});
      cut();
    },
  };
};
