// Why: a page that looks at a ledger which can't be read must say so at once, not when its own questions have waited for their answers in vain.
import type { System } from "../../runtime/system.ts";
import type { LedgerTrouble } from "../answers.ts";
import { thrown } from "../show/problem.ts";

export type Troubles = {
  /** What keeps the ledger from being read, as far as is known; null: nothing. The same value while it is the same trouble. */
  readonly now: () => LedgerTrouble | null;
  readonly failed: (error: unknown) => void;
  readonly mended: () => void;
};

const timeOf = (ms: number): string => new Date(ms).toISOString();
/** A bug of ours is noted where somebody asks for something. */
const unnoted = (): void => {};

/** `clock`: in ms since 1970. */
export const createTroubles = (system: Pick<System, "outage">, clock: () => number): Troubles => {
  let failing: LedgerTrouble | null = null;
  let told: LedgerTrouble | null = null;
  const found = (): LedgerTrouble | null => {
    const outage = system.outage();
    if (outage === null) return failing;
    const text = `the ledger's server doesn't answer (${outage.why})`;
    return { since: timeOf(outage.since), code: "LEDGER_AWAY", text, hint: "See whether it runs and can be reached from here." };
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
