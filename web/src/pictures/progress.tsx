// Step chart of progress over time, with the same numbers as a table.
import { useId } from "react";
import { Moment } from "../style/since.tsx";
import { type Point, stepArea, stepPath, turns } from "./steps.ts";

const size = { width: 600, height: 120 };

type ProgressProps = {
  readonly points: readonly Point[];
  readonly what: string;
  readonly say?: (amount: number) => string;
  readonly lost?: boolean;
};

/** `what`: `criteria proved`; `say`: formats an amount; `lost`: lower is better. */
export const Progress = ({ points, what, say = String, lost = false }: ProgressProps) => {
  const label = useId();
  const [first, last] = [points[0], points.at(-1)];
  if (first === undefined || last === undefined) return null;
  const most = Math.max(...points.map(({ of }) => of));
  const top = most > 0 ? most : 1;
  const at = (ms: number): string => new Date(ms).toISOString();
  return (
    <figure className={lost ? "growth lost" : "growth"}>
      <figcaption id={label}>
        <strong className="number">
          {say(last.have)} of {say(last.of)}
        </strong>{" "}
        {what}
      </figcaption>
      <svg
        viewBox={`0 0 ${size.width} ${size.height}`}
        preserveAspectRatio="none"
        role="img"
        aria-labelledby={label}
      >
        <path className="of" d={stepArea(points, ({ of }) => of, top, size)} />
        <path className="have" d={stepArea(points, ({ have }) => have, top, size)} />
        <path className="edge" d={stepPath(points, ({ have }) => have, top, size)} />
      </svg>
      <p className="axis small dim">
        <Moment at={at(first.ms)} />
        <Moment at={at(last.ms)} />
      </p>
      <details className="small">
        <summary className="dim">Show as a table</summary>
        <table>
          <thead>
            <tr>
              <th scope="col">Time</th>
              <th scope="col">{what}</th>
              <th scope="col">Of</th>
            </tr>
          </thead>
          <tbody>
            {turns(points).map(({ ms, have, of }, index) => (
              // oxlint-disable-next-line react/no-array-index-key -- two may be of one moment
              <tr key={index}>
                <td>
                  <Moment at={at(ms)} />
                </td>
                <td className="number">{say(have)}</td>
                <td className="number">{say(of)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </figure>
  );
};
