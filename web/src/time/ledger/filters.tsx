// Why: what is looked for is chosen from what is there, not remembered and typed.
import { memo, useMemo, useRef } from "react";
import type { Search } from "../../../../src/http/answers.ts";
import type { ViewNode } from "../../../../src/core/view.ts";
import { useKey } from "../../keys.ts";
import { useChoice } from "../view.ts";
import { isOpen, type Sieve } from "./sieve.ts";

const Chosen = ({
  label,
  value,
  among,
  choose,
}: {
  readonly label: string;
  readonly value: string | null;
  readonly among: readonly (readonly [value: string, words: string])[];
  readonly choose: (value: string | null) => void;
}) => (
  <label>
    <span className="small dim">{label}</span>
    <select
      value={value ?? ""}
      onChange={({ target }) => choose(target.value === "" ? null : target.value)}
    >
      <option value="">Any</option>
      {value === null || among.some(([one]) => one === value) ? null : (
        <option value={value}>{value}</option>
      )}
      {among.map(([one, words]) => (
        <option key={one} value={one}>
          {words}
        </option>
      ))}
    </select>
  </label>
);

const counted = (counts: Search["types"] | undefined): readonly (readonly [string, string])[] =>
  (counts ?? []).map(({ name, count }) => [name, `${name} (${count.toLocaleString("en")})`]);

type Props = {
  readonly sieve: Sieve;
  /** The words with the blanks around them. */
  readonly typed: string;
  /** undefined: being read. */
  readonly types: Search["types"] | undefined;
  readonly senders: Search["senders"] | undefined;
  readonly subjects: ReadonlyMap<number, string>;
  readonly nodes: readonly ViewNode[];
};

export const LedgerFilters = memo(({ sieve, typed, types, senders, subjects, nodes }: Props) => {
  const { set } = useChoice();
  const field = useRef<HTMLInputElement>(null);
  useKey("search", () => field.current?.focus());
  const about = useMemo(
    () =>
      [...new Set([...nodes.map(({ id }) => id), ...subjects.values()])].map(
        (id) => [id, id] as const,
      ),
    [nodes, subjects],
  );
  return (
    <search className="filters">
      <label className="words">
        <span className="small dim">Words</span>
        <input
          ref={field}
          type="search"
          maxLength={200}
          value={typed}
          placeholder="In any event ( / )"
          onChange={({ target }) => set({ words: target.value })}
        />
      </label>
      <Chosen
        label="Type"
        value={sieve.type}
        among={counted(types)}
        choose={(type) => set({ type })}
      />
      <Chosen
        label="Sender"
        value={sieve.by}
        among={counted(senders)}
        choose={(by) => set({ by })}
      />
      <Chosen
        label="About"
        value={sieve.about}
        among={about}
        choose={(one) => set({ about: one })}
      />
      {isOpen(sieve) ? null : (
        <button
          type="button"
          className="plain"
          onClick={() => set({ type: null, by: null, about: null, words: null })}
        >
          Show all
        </button>
      )}
    </search>
  );
});
