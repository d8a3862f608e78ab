// Leases in the database, by the server's clock, so that machines with different clocks agree on holders.
import { randomBytes } from "node:crypto";
import type { Lease } from "../../core/row.ts";
import { asLease, text } from "../columns.ts";
import { fenceOf } from "../grant.ts";
import type { Ledger, LeaseAnswer, LeaseAsk } from "../ledger.ts";
import type { Line } from "./line.ts";
import { columnsOf, handed } from "./plain.ts";
import type { Schema } from "./schema.ts";

/** `waits`: see lease-function.ts. */
const handedAsk = (ask: LeaseAsk, waits: number): string => {
  if (ask.do === "take") {
    const { run, job, ms, host, holder, least = 1 } = ask;
    const { name, agent, conversation } = holder;
    const secret = randomBytes(16).toString("hex");
    const lease = { run, job, ms, host, name, agent, conversation, least };
    return handed({ do: "take", ...lease, waits, secret });
  }
  const { run, token } = ask;
  const ms = ask.do === "renew" ? ask.ms : 0;
  return handed({ do: ask.do, run, token, fence: fenceOf(token), ms });
};

const answered = (value: unknown): LeaseAnswer => {
  const { is, lease, held, by } = columnsOf(value);
  if (is === "granted") return { is, lease: asLease(columnsOf(lease)) };
  if (is === "held") return { is, held: asLease(columnsOf(held)) };
  if (is === "ended") return { is };
  return { is: "fenced", by: (by ?? null) === null ? null : asLease(columnsOf(by)) };
};

const HELD =
  "select l.*, grace from $SCHEMA.leases l cross join $SCHEMA.grace($1) as grace where not over";

export const openLeases = (
  { ask, there, make }: Schema,
  grace: Line["grace"],
): Required<Pick<Ledger, "lease" | "leases" | "grace">> => ({
  lease: async (request) => {
    await make();
    const [row] = await ask("select $SCHEMA.lease($1) as answer", [handedAsk(request, grace())]);
    return answered(row?.["answer"]);
  },
  leases: async (run) => {
    if (!(await there())) return [];
    const [term, params] = run === undefined ? ["", []] : ["and run = $2", [run]];
    const rows = await ask(`${HELD} ${term} order by run, fence`, [grace(), ...params]);
    return rows.map((row): Lease => {
      const [lease, until] = [asLease(row), text(row, "grace")];
      return lease.until < until ? { ...lease, until } : lease;
    });
  },
  grace: async () => {
    if (!(await there())) return null;
    const [row = {}] = await ask("select $SCHEMA.grace($1) as grace", [grace()]);
    return text(row, "grace") || null;
  },
});
