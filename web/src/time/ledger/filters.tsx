// Filters of the ledger: words, type, sender and subject of events.
import { memo, useMemo, useRef } from "react";
import type { Search } from "../../../../src/http/answers.ts";
import type { ViewNode } from "../../../../src/core/view.ts";
import { useKey } from "../../keys.ts";
import { Select } from "../../style/select.tsx";
import { useAddress } from "../../address.ts";
import { isOpen, type Sieve } from "./sieve.ts";

const labels = { type: "Type", by: "Sender", about: "About" };
const counted = (counts: Search["types"] | undefined): readonly (readonly [string, string])[] =>
  (counts ?? []).map(({ name, count }) => [name, `${name} (${count.toLocaleString("en")})`]);

type Props = {
  readonly sieve: Sieve;
  /** The words including surrounding blanks. */
  readonly typed: string;
  /** undefined: loading. */
  readonly types: Search["types"] | undefined;
  readonly senders: Search["senders"] | undefined;
  readonly subjects: ReadonlyMap<number, string>;
  readonly nodes: readonly ViewNode[];
};

export const LedgerFilters = memo(({ sieve, typed, types, senders, subjects, nodes }: Props) => {
  const { set } = useAddress();
  const field = useRef<HTMLInputElement>(null);
  useKey("search", () => field.current?.focus());
  const about = useMemo(
    () =>
      [...new Set([...nodes.map(({ id }) => id), ...subjects.values()])].map(
        (id) => [id, id] as const,
      ),
    [nodes, subjects],
  );
  const options = { type: counted(types), by: counted(senders), about };
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
      {(["type", "by", "about"] as const).map((name) => (
        <Select
          key={name}
          label={labels[name]}
          labelled
          value={sieve[name] ?? ""}
          options={[["", "Any"], ...options[name]]}
          onChoose={(value) => set({ [name]: value })}
        />
      ))}
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
