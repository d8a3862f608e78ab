// Usage of a job from its program's report and a price; nothing is guessed.
import type { DataOf } from "../kit/schema.ts";
import type { Spent } from "./limits.ts";
import type { counted } from "./shapes.ts";
import type { Amounts, Budget, Price } from "./spent.ts";

type Use = DataOf<typeof counted>;

const less = (now: number | null, before: number | null): number | null =>
  now === null ? null : Math.max(0, now - (before ?? 0));

/** The conversation, if its usage is reported as a running total; null: reported per job. */
export const conversationOf = ({ usage, agent, conversation }: Use): string | null =>
  usage?.whole === true && conversation !== null ? `${agent}\n${conversation}` : null;

const own = (told: Budget["told"], use: Use): Amounts | null => {
  const { usage } = use;
  if (usage === undefined) return null;
  const before = told[conversationOf(use) ?? ""];
  if (before === undefined) return usage;
  const { input, output, cost, cached } = usage;
  return {
    input: less(input, before.input),
    output: less(output, before.output),
    cost: less(cost, before.cost),
    ...(cached === undefined ? {} : { cached: Math.max(0, cached - (before.cached ?? 0)) }),
  };
};

const million = 1_000_000;
const priced = (
  { input, output, cached = 0 }: Amounts,
  price: Price | undefined,
): number | null => {
  if (price === undefined || (input === null && output === null)) return null;
  const fromCache = Math.min(cached, input ?? 0);
  return (
    (((input ?? 0) - fromCache) * price.in +
      fromCache * (price.cached ?? price.in) +
      (output ?? 0) * price.out) /
    million
  );
};

/** null: unknown. */
export const usedBy = (
  told: Budget["told"],
  use: Use,
): { readonly usd: number | null; readonly tokens: number | null } => {
  const amounts = own(told, use);
  if (amounts === null) return { usd: null, tokens: null };
  const { input, output, cost } = amounts;
  return {
    usd: cost ?? priced(amounts, use.price),
    tokens: input === null && output === null ? null : (input ?? 0) + (output ?? 0),
  };
};

export const spentBy = (told: Budget["told"], use: Use, jobs: number): Spent => {
  const { usd, tokens } = usedBy(told, use);
  return { usd: usd ?? 0, tokens: tokens ?? 0, ms: use.ms, jobs };
};
