// Why: what is searched for and chosen stands in the address, so that a link shows the same to everybody.
import { useEffect, useRef } from "react";
import { Link, useSearchParams } from "wouter";
import type { RunLine } from "../../../src/http/answers.ts";
import { changed } from "../address.ts";
import { useKey } from "../keys.ts";
import { isRecord } from "../api/guards.ts";
import { type Choice, counted, type Standing, standings } from "./choice.ts";
import { headings } from "./wording.ts";

const Chip = ({
  is,
  label,
  count,
  chosen,
}: {
  readonly is: Standing | null;
  readonly label: string;
  readonly count: number;
  readonly chosen: boolean;
}) => {
  const [search] = useSearchParams();
  const to = changed(search, { is }).toString();
  return (
    <Link className={`chip${is === "asks" ? " asks" : ""}`} href={to === "" ? "/" : `/?${to}`} aria-current={chosen ? "true" : undefined}>
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
  const choose = (by: Readonly<Record<string, string | null>>): void => setSearch((old) => changed(old, by), { replace: true });
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
        aria-label="search runs"
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
        <select aria-label="protocol" value={choice.protocol ?? ""} onChange={({ target }) => choose({ protocol: target.value })}>
          <option value="">all protocols</option>
          {protocols.map((protocol) => (
            <option key={protocol}>{protocol}</option>
          ))}
        </select>
      )}
      <nav className="chips" aria-label="runs by how they stand">
        <Chip is={null} label="All" count={lines.length} chosen={choice.is === null} />
        {standings
          .filter((is) => counts.has(is) || choice.is === is)
          .map((is) => (
            <Chip key={is} is={is} label={headings[is]} count={counts.get(is) ?? 0} chosen={choice.is === is} />
          ))}
      </nav>
    </div>
  );
};
