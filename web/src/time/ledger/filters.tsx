// Search of the ledger: words, and the task that its events are about.
import { useRef } from "react";
import { useKey } from "../../keys.ts";
import { useAddress } from "../../address.ts";

export const LedgerFilters = () => {
  const { get, set } = useAddress();
  const [about, words] = [get("about"), get("words") ?? ""];
  const field = useRef<HTMLInputElement>(null);
  useKey("search", () => field.current?.focus());
  return (
    <search className="filters">
      <input
        ref={field}
        type="search"
        aria-label="Search events"
        maxLength={200}
        value={words}
        placeholder="Type, sender, words  ( / )"
        onChange={({ target }) => set({ words: target.value })}
      />
      {about === null ? null : <span>about {about}</span>}
      {about === null && words === "" ? null : (
        <button type="button" className="plain" onClick={() => set({ about: null, words: null })}>
          Show all
        </button>
      )}
    </search>
  );
};
