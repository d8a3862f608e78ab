// Checks and notifications around the two writing verbs, the same for every backend.
import { checkAppend } from "./append.ts";
import { checkAsk } from "./grant.ts";
import type { Appended, Ledger, LeaseAnswer, LeaseAsk } from "./ledger.ts";

export type Writes = {
  append(...asked: Required<Parameters<Ledger["append"]>>): Promise<Appended>;
  lease(ask: LeaseAsk): Promise<LeaseAnswer>;
};

export const checkedWrites = (
  { append, lease }: Writes,
  tell: () => void,
): Pick<Ledger, "append" | "lease"> => ({
  append: async (run, expected, rows, card, terms = {}) => {
    checkAppend(run, expected, rows, card);
    const answer = await append(run, expected, rows, card, terms);
    if (answer.is === "appended") tell();
    return answer;
  },
  lease: async (ask) => {
    checkAsk(ask);
    const answer = await lease(ask);
    if (answer.is === "granted" || answer.is === "ended") tell();
    return answer;
  },
});
