// Leases in the database, by the server's clock, so that machines with different clocks agree on holders.
import { randomBytes } from "node:crypto";
import type { Lease, Time } from "../../core/row.ts";
import { asLease, text } from "../columns.ts";
import { fenceOf } from "../grant.ts";
import type { LeaseAnswer, LeaseAsk } from "../ledger.ts";
import type { Line } from "./line.ts";
import { columnsOf, handed, stored } from "./plain.ts";
import type { Schema } from "./schema.ts";

export type Leases = {
  lease(ask: LeaseAsk): Promise<LeaseAnswer>;
  leases(run?: string): Promise<readonly Lease[]>;
  grace(): Promise<Time | null>;
};

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
  const columns = columnsOf(value);
  const leaseIn = (name: string): Lease => asLease(columnsOf(columns[name]));
  if (columns["is"] === "granted") return { is: "granted", lease: leaseIn("lease") };
  if (columns["is"] === "held") return { is: "held", held: leaseIn("held") };
  if (columns["is"] === "ended") return { is: "ended" };
  return { is: "fenced", by: (columns["by"] ?? null) === null ? null : leaseIn("by") };
};

export const openLeases = (line: Line, schema: Schema): Leases => {
  const decide = schema.text("select $SCHEMA.lease(($1::text)::json) as answer");
  const ofAll = schema.text(
    "select l.*, grace from $SCHEMA.leases l cross join $SCHEMA.grace($1) as grace where not over order by run, fence",
  );
  const ofRun = schema.text(
    "select l.*, grace from $SCHEMA.leases l cross join $SCHEMA.grace($1) as grace where not over and run = $2 order by fence",
  );
  const graceOf = schema.text("select $SCHEMA.grace($1) as grace");
  return {
    lease: async (ask) => {
      await schema.make();
      const json = handedAsk(ask, line.grace());
      const [found] = await line.ask(() => ({ text: decide, params: [json] }));
      return answered(columnsOf(found)["answer"]);
    },
    leases: async (run) => {
      if (!(await schema.there())) return [];
      const found = await line.ask(() =>
        run === undefined
          ? { text: ofAll, params: [line.grace()] }
          : { text: ofRun, params: [line.grace(), stored(run)] },
      );
      return found.map((row) => {
        const columns = columnsOf(row);
        const lease = asLease(columns);
        const grace = text(columns, "grace");
        return lease.until < grace ? { ...lease, until: grace } : lease;
      });
    },
    grace: async () => {
      if (!(await schema.there())) return null;
      const [found] = await line.ask(() => ({ text: graceOf, params: [line.grace()] }));
      const grace = text(columnsOf(found), "grace");
      return grace === "" ? null : grace;
    },
  };
};
