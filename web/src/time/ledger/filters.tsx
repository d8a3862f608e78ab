// Why: what is looked for is chosen from what is there, not remembered and typed.
import { memo, useMemo, useRef } from "react";
import type { LogLine } from "../../../../src/http/answers.ts";
import type { ViewNode } from "../../../../src/core/view.ts";
import { useKey } from "../../keys.ts";
import { useChoice } from "../view.ts";
import { countsOf, isOpen, type Sieve } from "./sift.ts";

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
    <select value={value ?? ""} onChange={({ target }) => choose(target.value === "" ? null : target.value)}>
      <option value="">any</option>
      {value === null || among.some(([one]) => one === value) ? null : <option value={value}>{value}</option>}
      {among.map(([one, words]) => (
        <option key={one} value={one}>
          {words}
        </option>
      ))}
    </select>
  </label>
);

const counted = (counts: readonly (readonly [string, number])[]): readonly (readonly [string, string])[] =>
  counts.map(([name, n]) => [name, `${name} (${n.toLocaleString("en")})`]);

type Props = {
  readonly sieve: Sieve;
  readonly pages: readonly (readonly LogLine[])[];
  readonly subjects: ReadonlyMap<number, string>;
  readonly nodes: readonly ViewNode[];
};

export const LedgerFilters = memo(({ sieve, pages, subjects, nodes }: Props) => {
  const { set } = useChoice();
  const field = useRef<HTMLInputElement>(null);
  useKey("search", () => field.current?.focus());
  const types = useMemo(() => counted(countsOf(pages, ({ type }) => type)), [pages]);
  const senders = useMemo(() => counted(countsOf(pages, ({ by }) => by)), [pages]);
  const about = useMemo(
    () => [...new Set([...nodes.map(({ id }) => id), ...subjects.values()])].map((id) => [id, id] as const),
    [nodes, subjects],
  );
  return (
    <search className="filters">
      <label className="words">
        <span className="small dim">words</span>
        <input
          ref={field}
          type="search"
          value={sieve.words}
          placeholder="in any event ( / )"
          onChange={({ target }) => set({ words: target.value })}
        />
      </label>
      <Chosen label="type" value={sieve.type} among={types} choose={(type) => set({ type })} />
      <Chosen label="said by" value={sieve.by} among={senders} choose={(by) => set({ by })} />
      <Chosen label="about" value={sieve.about} among={about} choose={(one) => set({ about: one })} />
      {isOpen(sieve) ? null : (
        <button type="button" className="plain" onClick={() => set({ type: null, by: null, about: null, words: null })}>
          show all
        </button>
      )}
    </search>
  );
});
