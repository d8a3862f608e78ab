// Bar chart as a table: amounts as lengths and as numbers.
import { Scrollable } from "../style/scrollable.tsx";
import type { ReactNode } from "react";

/** `ms` and the like; `part`: the amount in its own colour. */
export type Bar = {
  readonly key: string;
  readonly name: ReactNode;
  readonly amount: number;
  readonly part?: number;
  readonly words: readonly string[];
};

const of = (amount: number, most: number): number => (most <= 0 ? 0 : (100 * amount) / most);

/** `heads`: column headings of the name and of each word. */
export const Bars = ({
  title,
  heads,
  bars,
}: {
  readonly title: string;
  readonly heads: readonly string[];
  readonly bars: readonly Bar[];
}) => {
  const most = Math.max(...bars.map(({ amount }) => amount), 0);
  return (
    <Scrollable className="scroll" label={title}>
      <table className="bars">
        <caption className="hidden">{title}</caption>
        <thead>
          <tr>
            <th scope="col">{heads[0]}</th>
            <td aria-hidden="true" />
            {heads.slice(1).map((head) => (
              <th key={head} scope="col" className="amount">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {bars.map(({ key, name, amount, part = 0, words }) => (
            <tr key={key}>
              <th scope="row">{name}</th>
              <td className="bar" aria-hidden="true">
                <svg viewBox="0 0 100 10" preserveAspectRatio="none" focusable="false">
                  <rect className="whole" width={of(amount, most)} height="10" />
                  <rect
                    className="part"
                    x={of(amount - part, most)}
                    width={of(part, most)}
                    height="10"
                  />
                </svg>
              </td>
              {words.map((word, index) => (
                <td key={heads[index + 1]} className="amount number">
                  {word}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Scrollable>
  );
};
