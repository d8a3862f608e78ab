// Search in the list of runs, stored in the address.
import { useRef } from "react";
import { useAddress } from "../address.ts";
import { useKey } from "../keys.ts";

/** `toFirst`: moves the focus from the search to the first run. */
export const Filters = ({ toFirst }: { readonly toFirst: () => void }) => {
  const { get, set } = useAddress();
  const field = useRef<HTMLInputElement>(null);
  useKey("search", () => field.current?.select());
  return (
    <search className="filters">
      <input
        ref={field}
        type="search"
        aria-label="Search runs"
        placeholder="Title, state, protocol, agent  ( / )"
        value={get("q") ?? ""}
        onChange={({ target }) => set({ q: target.value })}
        onKeyDown={(event) => {
          if (event.key !== "Enter" && event.key !== "ArrowDown") return;
          // Otherwise the same key press would activate the next focused element.
          event.preventDefault();
          toFirst();
        }}
      />
    </search>
  );
};
