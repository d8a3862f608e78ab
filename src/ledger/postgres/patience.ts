// Retry policy for an unreachable server: every request repeats until it is answered or patience ends.
import { setTimeout as sleep } from "node:timers/promises";
import type postgres from "postgres";
import type { Outage } from "../ledger.ts";
import { answered, type Cuts } from "./answered.ts";
import type { Clients, Login } from "./client.ts";
import { type Contact, createContact, quietMs } from "./contact.ts";
import * as fault from "./faults.ts";

export type LineOptions = {
  readonly server: string;
  readonly login: Login;
  readonly shown: string;
  /** How long to retry an unreachable server, in ms, before LEDGER_AWAY; at most `firstMs` if it never answered. */
  readonly patience: number;
  /** The parent process reached this server, so its address is correct. */
  readonly known: boolean;
  /** Timeout in ms for an answer, after which the connection counts as lost. */
  readonly answer: number;
  /** Called after one second without the server, then now and then, and when it is back (null). */
  readonly outage: (outage: Outage | null) => void;
  /** Aborts waiting for an unresponsive server. */
  readonly quit?: AbortSignal | undefined;
};

export type Patience = {
  /** One attempt within the answer's timeout. `more`: extra time, in ms. */
  once<T>(work: (by: postgres.Sql) => Promise<T>, more?: number): Promise<T>;
  /** Retries until answered. `again`: a repeated request whose answer was lost. */
  ask<T>(work: (by: postgres.Sql, again: boolean) => Promise<T>, more?: number): Promise<T>;
  readonly grace: Contact["grace"];
  readonly away: Contact["away"];
  /** Stops waiting for an unreachable server. */
  hasten(): void;
  end(): void;
};

/** In ms; randomized so that many clients don't reconnect at once after an outage. */
const pause = (round: number): number =>
  Math.min(1_000, 20 * 2 ** Math.min(round, 10)) * (0.5 + Math.random() / 2);
/** A wrong address looks like an unreachable server: endless retries require one that once answered. */
const firstMs = 10_000;

/** How long a request still waits for its answer once the process wants to end. */
const lastMs = 2_000;

/** A standby may be promoted at any time; a read-only role stays one. */
const onlyReads = async (once: Patience["once"]): Promise<boolean> => {
  const asked =
    "select current_setting('default_transaction_read_only') = 'on' and not pg_is_in_recovery() as reads";
  const [found] = await once((by) => by.unsafe(asked)).catch(() => []);
  return found?.["reads"] === true;
};

export const createPatience = (
  clients: Clients,
  { login, shown, patience, known, answer, outage, quit }: LineOptions,
): Patience => {
  const contact = createContact(patience > 1_000 ? outage : () => {});
  const cuts: Cuts = new Set();
  const silent = (): void => contact.silent(quietMs, `no word for ${quietMs / 1000} s`);
  const hurry = (): void => cuts.forEach((cut) => cut(contact.away() ? 0 : lastMs));
  quit?.addEventListener("abort", hurry);
  const ending = new AbortController();
  const stop = AbortSignal.any([ending.signal, ...(quit === undefined ? [] : [quit])]);

  const once: Patience["once"] = async (work, more = 0) => {
    const by = clients.current();
    const ms = quit?.aborted === true ? Math.min(lastMs, answer) : answer + more;
    try {
      return await answered(() => work(by.sql), { ms, quietMs: quietMs + more, silent, cuts });
    } catch (error) {
      // A standby remains one on this connection, though another server of the address may be primary by now.
      if (error instanceof fault.Unanswered || fault.isReadOnly(error)) clients.renew(by);
      throw error;
    }
  };

  const ask: Patience["ask"] = async (work, more = 0) => {
    const began = performance.now();
    for (let round = 0; ; round += 1) {
      if (stop.aborted && contact.away())
        throw fault.unsettled(shown, new fault.Unanswered("it was away before"));
      try {
        const result = await once((by) => work(by, round > 0), more);
        contact.heard();
        return result;
      } catch (error) {
        if (!fault.isAway(error)) throw fault.faultOf(error, shown, login);
        if (fault.isReadOnly(error) && (await onlyReads(once))) throw fault.readOnly(shown, error);
        contact.missed(fault.reason(error), fault.isFull(error));
        if (stop.aborted) throw fault.unsettled(shown, error);
        const ms = performance.now() - began;
        if (ms > (known || contact.known() ? patience : Math.min(patience, firstMs)))
          throw fault.away(shown, ms, error);
        await sleep(pause(round), undefined, { signal: stop }).catch(() => {});
        if (stop.aborted) throw fault.unsettled(shown, error);
      }
    }
  };

  return {
    once,
    ask,
    grace: contact.grace,
    away: contact.away,
    hasten: () => {
      ending.abort();
      if (contact.away()) hurry();
    },
    end: () => quit?.removeEventListener("abort", hurry),
  };
};
