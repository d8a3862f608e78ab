// Why: what is searched for and chosen stands in the address, so that a link shows the same to everybody.
import { useEffect, useRef } from "react";
import { Link, useSearchParams } from "wouter";
import type { RunLine } from "../../../src/http/answers.ts";
import { changed } from "../address.ts";
import { useKey } from "../keys.ts";
import { isRecord } from "../api/guards.ts";
import { type RunState, runStateNames, runStates } from "../../../src/core/state-words.ts";
import { type Choice, counted, groups, looks, sorts } from "./choice.ts";

/** One of few, kept in the address; the first is what it is where that names none. */
const Pick = ({
  name,
  says,
  all,
  value,
}: {
  readonly name: string;
  readonly says: string;
  readonly all: readonly string[];
  readonly value: string;
}) => {
  const [, setSearch] = useSearchParams();
  return (
    <select
      aria-label={says}
      title={says}
      value={value}
      onChange={({ target }) =>
        setSearch(
          (old) => changed(old, { [name]: target.value === all[0] ? null : target.value }),
          { replace: true },
        )
      }
    >
      {all.map((one) => (
        <option key={one} value={one}>
          {says}: {one}
        </option>
      ))}
    </select>
  );
};

const Chip = ({
  is,
  label,
  count,
  chosen,
}: {
  readonly is: RunState | null;
  readonly label: string;
  readonly count: number;
  readonly chosen: boolean;
}) => {
  const [search] = useSearchParams();
  const to = changed(search, { is }).toString();
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

/** `toFirst`: whoever has found what he looked for goes on to the runs. */
export const Filters = ({
  lines,
  choice,
  toFirst,
}: {
  readonly lines: readonly RunLine[];
  readonly choice: Choice;
  readonly toFirst: () => void;
}) => {
  const [, setSearch] = useSearchParams();
  const field = useRef<HTMLInputElement>(null);
  const choose = (by: Readonly<Record<string, string | null>>): void =>
    setSearch((old) => changed(old, by), { replace: true });
  useKey("search", () => field.current?.select());
  // Asked for on another page.
  useEffect(() => {
    const state: unknown = history.state;
    if (isRecord(state) && state["search"] === true) field.current?.focus();
  }, []);
  const counts = counted(lines);
  const protocols = [...new Set(lines.map(({ protocol }) => protocol))].toSorted();
  return (
    <div className="filters" role="search">
      <input
        ref={field}
        type="search"
        aria-label="Search runs"
        placeholder="Search title, id, folder, worker  ( / )"
        value={choice.words}
        onChange={({ target }) => choose({ q: target.value })}
        onKeyDown={(event) => {
          if (event.key !== "Enter" && event.key !== "ArrowDown") return;
          // Else the same stroke would open what has the focus next.
          event.preventDefault();
          toFirst();
        }}
      />
      {protocols.length < 2 && choice.protocol === null ? null : (
        <select
          aria-label="Protocol"
          value={choice.protocol ?? ""}
          onChange={({ target }) => choose({ protocol: target.value })}
        >
          <option value="">All protocols</option>
          {protocols.map((protocol) => (
            <option key={protocol}>{protocol}</option>
          ))}
        </select>
      )}
      <Pick name="group" says="Group by" all={groups} value={choice.group} />
      <Pick name="sort" says="Sort by" all={sorts} value={choice.sort} />
      <Pick name="as" says="Show as" all={looks} value={choice.as} />
      <nav className="chips" aria-label="Runs by state">
        <Chip is={null} label="All" count={lines.length} chosen={choice.is === null} />
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
