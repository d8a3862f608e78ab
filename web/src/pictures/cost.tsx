// Chart of agents' cost by role, and the part for attempts without a result.
import { type Attempt, courseOf } from "../attempts.ts";
import { dollars } from "../words.ts";
import { tokenWords } from "../usage-parts.ts";
import { Bars } from "./bars.tsx";
import { costOf, isWasted, tokensOf } from "./endings.ts";
import { roleOf, percent } from "./sums.ts";

type Props = {
  readonly attempts: readonly Attempt[];
  readonly live: ReadonlySet<number> | null;
};

export const Cost = ({ attempts, live }: Props) => {
  const priced = attempts.filter(({ used }) => used !== undefined);
  if (priced.length === 0) return null;
  const wasted = (one: Attempt): boolean => isWasted(one, courseOf(one, live));
  const [whole, lost] = [costOf(priced), costOf(priced.filter(wasted))];
  const money = whole > 0;
  const amountOf = money ? costOf : tokensOf;
  const roles = [...Map.groupBy(priced, roleOf)].toSorted(
    ([, one], [, other]) => amountOf(other) - amountOf(one),
  );
  return (
    <section>
      <h2>Cost</h2>
      <p>
        {money ? (
          <>
            <strong className="number">{dollars(whole)}</strong>,{" "}
            <span className="number">{dollars(lost)}</span> of it ({percent(lost, whole)}) on
            attempts that were returned, failed or lost.
          </>
        ) : (
          <>{tokenWords(tokensOf(priced))}; no agent program reported a price.</>
        )}
      </p>
      <Bars
        title="Tokens and cost by role"
        heads={["Role", "Tokens", ...(money ? ["Cost", "Returned or failed"] : [])]}
        bars={roles.map(([role, all]) => ({
          key: role,
          name: role,
          amount: amountOf(all),
          part: amountOf(all.filter(wasted)),
          words: [
            tokenWords(tokensOf(all)),
            ...(money ? [dollars(costOf(all)), dollars(costOf(all.filter(wasted)))] : []),
          ],
        }))}
      />
      <p className="small dim">As reported by agent programs on this machine.</p>
    </section>
  );
};
