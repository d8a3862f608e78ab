// Why: runs that stand alike stand together; what is long over is shown on demand, so that a ledger of years opens as fast as one of a day.
import { useState } from "react";
import { count } from "../words.ts";
import type { Entry, Standing } from "./choice.ts";
import { RunRow } from "./row.tsx";
import { headings } from "./wording.ts";

/** Runs shown at once, and how many more each time: of those that are over fewer. */
const most = { ended: 25, other: 200 };
const more = 200;

/** `whole`: this was searched for, so it begins with more of it. */
export const RunSection = ({
  is,
  entries,
  whole,
}: {
  readonly is: Standing;
  readonly entries: readonly Entry[];
  readonly whole: boolean;
}) => {
  const [asked, setAsked] = useState(0);
  const room = (is === "ended" && !whole ? most.ended : most.other) + asked * more;
  const left = entries.length - room;
  return (
    <section className={`standing ${is}`} aria-labelledby={`runs-${is}`}>
      <h2 id={`runs-${is}`}>
        {headings[is]} <span className="dim number">{entries.length}</span>
      </h2>
      <ul>
        {entries.slice(0, room).map((entry) => (
          <RunRow key={entry.line.run} {...entry} />
        ))}
      </ul>
      {left <= 0 ? null : (
        <button type="button" onClick={() => setAsked(asked + 1)}>
          show {Math.min(left, more)} of {count(left, "more run", "more runs")}
        </button>
      )}
    </section>
  );
};
