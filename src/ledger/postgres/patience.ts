// The patience with a server that is away: every question is asked again until it is answered or patience ends.
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
  /** How long, in ms, a server that is away is asked again, before LEDGER_AWAY. One that never answered is given `firstMs` at most. */
  readonly patience: number;
  /** It has answered whoever started this process: one that is away is no wrong address. */
  readonly known: boolean;
  /** How long, in ms, an answer may take before the connection counts as cut. */
  readonly answer: number;
  /** Told when the server has been away for a second, now and then while it lasts, and when it is back (null). */
  readonly outage: (outage: Outage | null) => void;
  /** Aborted: nobody waits any more for a server that doesn't answer. */
  readonly quit?: AbortSignal | undefined;
};

export type Patience = {
  /** Once, within the time that an answer may take. `more`: how much longer, in ms. */
  once<T>(work: (by: postgres.Sql) => Promise<T>, more?: number): Promise<T>;
  /** Until it is answered. `again`: it was asked before, and its answer was lost. */
  ask<T>(work: (by: postgres.Sql, again: boolean) => Promise<T>, more?: number): Promise<T>;
  readonly grace: Contact["grace"];
  readonly away: Contact["away"];
  /** From now on a server that is away is waited for no longer. */
  hasten(): void;
  end(): void;
};

/** In ms; a crowd that comes back after an outage must not come at once. */
const pause = (round: number): number =>
  Math.min(1_000, 20 * 2 ** Math.min(round, 10)) * (0.5 + Math.random() / 2);
/** A wrong address looks like a server that is away: whoever is patient for ever waits for one that was there. */
const firstMs = 10_000;

/** How long whoever wants to end still waits for an answer. */
const lastMs = 2_000;

/** A standby may be promoted, and may have been since; a role whose transactions only read stays as it is. */
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
      // A standby stays one on this connection, though another of the address's servers, or of its name's, may be first by now.
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
        contact.missed(fault.said(error), fault.isFull(error));
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
