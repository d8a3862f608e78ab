// Search and filters of the list of runs, stored in the address.
import { useRef } from "react";
import { Link, useSearchParams } from "wouter";
import type { RunLine } from "../../../src/http/answers.ts";
import { withChanges, useAddress } from "../address.ts";
import { Select } from "../style/select.tsx";
import { useKey } from "../keys.ts";
import { sumOf } from "../words.ts";
import { type RunState, runStateNames, runStates } from "../../../src/core/words/states.ts";
import type { Choice } from "./choice.ts";
import { counted } from "./tops.ts";

type ChipProps = {
  readonly is: RunState | null;
  readonly label: string;
  readonly count: number;
  readonly chosen: boolean;
};

const Chip = ({ is, label, count, chosen }: ChipProps) => {
  const [search] = useSearchParams();
  const to = withChanges(search, { is }).toString();
  return (
    <Link
      className={`chip${is === null ? "" : ` ${runStates[is].shade}`}`}
      href={to === "" ? "/" : `/?${to}`}
      aria-current={chosen ? "true" : undefined}
    >
      {label} <span className="number">{count}</span>
    </Link>
  );
};

/** `toFirst`: moves the focus from the search to the first run. */
export const Filters = ({
  lines,
  choice,
  toFirst,
}: {
  readonly lines: readonly RunLine[];
  readonly choice: Choice;
  readonly toFirst: () => void;
}) => {
  const { set } = useAddress();
  const field = useRef<HTMLInputElement>(null);
  useKey("search", () => field.current?.select());
  const counts = counted(lines);
  const protocols = [...new Set(lines.map(({ protocol }) => protocol))].toSorted();
  return (
    <div className="filters" role="search">
      <input
        ref={field}
        type="search"
        aria-label="Search runs"
        placeholder="Search runs  ( / )"
        value={choice.words}
        onChange={({ target }) => set({ q: target.value })}
        onKeyDown={(event) => {
          if (event.key !== "Enter" && event.key !== "ArrowDown") return;
          // Otherwise the same key press would activate the next focused element.
          event.preventDefault();
          toFirst();
        }}
      />
      {protocols.length < 2 && choice.protocol === null ? null : (
        <Select
          label="Protocol"
          value={choice.protocol ?? ""}
          options={[["", "All protocols"], ...protocols.map((one) => [one, one] as const)]}
          onChoose={(protocol) => set({ protocol })}
        />
      )}
      <nav className="chips" aria-label="Runs by state">
        <Chip
          is={null}
          label="All"
          count={sumOf([...counts.values()], Number)}
          chosen={choice.is === null}
        />
        {runStateNames
          .filter((is) => counts.has(is) || choice.is === is)
          .map((is) => (
            <Chip
              key={is}
              is={is}
              label={`${runStates[is].sign} ${is}`}
              count={counts.get(is) ?? 0}
              chosen={choice.is === is}
            />
          ))}
      </nav>
    </div>
  );
};
