// The line to a server: each question is answered over it, however often that takes asking again.
import type postgres from "postgres";
import { closed } from "../closed.ts";
import { type Client, giveUp, openClients } from "./client.ts";
import { createPatience, type LineOptions, type Patience } from "./patience.ts";
import { askPrepared, type Param, type Result } from "./prepared.ts";

export type Line = {
  /** `again`: the question was asked before, and its answer was lost. `more`: how much longer, in ms, its answer may take, where much is carried. */
  ask(
    question: (again: boolean) => { readonly text: string; readonly params: readonly Param[] },
    more?: number,
  ): Promise<Result>;
  /** Once and without patience, for what is no more than a hint; null: it wasn't answered. */
  hint(text: string, params: readonly Param[]): Promise<Result | null>;
  /** Several statements in one transaction of one connection. */
  together(work: (ask: (text: string) => Promise<Result>) => Promise<void>): Promise<void>;
  /** Calls back for each note on the channel, until a connection is lost; asked again, it listens anew, and calls back once. Never rejects. */
  listen(channel: string, heard: () => void): Promise<void>;
  /** For how many ms from now on nothing may count as lapsed. */
  readonly grace: Patience["grace"];
  /** From now on a server that is away is waited for no longer. */
  hasten(): void;
  /** Refuses what comes later. Whoever closes it has waited for what was asked (postgres.ts). */
  close(): Promise<void>;
};

/** Leases are renewed soon after an outage only if no attempt to come back hangs for long (contact.ts). */
const connectMs = 5_000;
/** How much longer an answer may take for each letter of what is asked: a server that has much to do isn't away. */
const letterMs = 1 / 100;
const lettersMs = (params: readonly Param[]): number =>
  params.reduce<number>(
    (sum, param) => sum + (typeof param === "string" ? param.length * letterMs : 0),
    0,
  );

/** The client's own transactions say `rollback` on a connection that is lost, which ends the process. */
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
      // What fails is given up with its connection.
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
