// Remarks on story files edited after their record: the recorded criteria still apply (section 8).
import type { Protocol } from "../../core/protocol.ts";
import { life } from "./ended.ts";
import { storiesOf } from "./manifest.ts";
import type { State, Story } from "./state.ts";

/** Stories in progress or next; other story files are no longer edited. */
const watched = (state: State): readonly Story[] => {
  const now = life(state);
  return now === "over" || now === "archived"
    ? []
    : storiesOf(state).filter(({ status, file }) => status !== "COMPLETE" && file !== null);
};

export const remarks: NonNullable<Protocol<State>["remarks"]> = {
  ask: (state) => {
    const paths = watched(state).flatMap(({ file }) => (file === null ? [] : [file.path]));
    return paths.length === 0 ? {} : { named: paths };
  },
  of: (state, facts) =>
    watched(state).flatMap(({ id, file }) => {
      const found = file === null ? undefined : facts.named?.[file.path];
      if (file === null || found === undefined || found.digest === file.digest) return [];
      return [
        `${file.path} ${found.is === "missing" ? "is gone" : "was edited"} since it was recorded: story ${id} is judged by the criteria recorded then`,
      ];
    }),
};
