// State of the ledger's trouble, for pages: at once, not after a timeout.
import type { Outage, System } from "../../runtime/system.ts";
import type { LedgerTrouble } from "../answers.ts";
import { thrown } from "../show/problem.ts";

export type SeenTrouble = {
  /** Why the ledger is unreadable, if known; null: readable. The same value while the problem is the same. */
  readonly now: () => LedgerTrouble | null;
  readonly failed: (error: unknown) => void;
  readonly mended: () => void;
};

const timeOf = (ms: number): string => new Date(ms).toISOString();
/** Bugs are logged by requests. */
const unnoted = (): void => {};

const ofServer = ({ since, why, full }: Outage): LedgerTrouble => ({
  since: timeOf(since),
  code: "LEDGER_AWAY",
  text: `the ledger's server ${full === true ? "has no connection left" : "doesn't answer"} (${why})`,
  hint:
    full === true
      ? "It runs: let fewer programs use it at once, or raise its max_connections, or the limit of its user or database."
      : "See whether it runs and can be reached from here.",
});

/** `clock`: in ms since 1970. */
export const createSeenTrouble = (
  system: Pick<System, "outage">,
  clock: () => number,
): SeenTrouble => {
  let failing: LedgerTrouble | null = null;
  let told: LedgerTrouble | null = null;
  const found = (): LedgerTrouble | null => {
    const outage = system.outage();
    return outage === null ? failing : ofServer(outage);
  };
  return {
    now() {
      const one = found();
      if (one === null || told?.code !== one.code) told = one;
      else if (told.text !== one.text) told = { ...one, since: told.since };
      return told;
    },
    failed(error) {
      const { problem } = thrown(error, unnoted);
      if ("fault" in problem) failing = { since: timeOf(clock()), ...problem.fault };
    },
    mended: () => void (failing = null),
  };
};
