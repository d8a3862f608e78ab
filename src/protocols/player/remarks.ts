// Remark on a template edited during its run: the pinned text goes on until RepinTemplate.
import type { Protocol } from "../../core/protocol.ts";
import { oneLine } from "../../core/words/quote.ts";
import { isOver } from "./nodes.ts";
import { templateFileAsk } from "./start/lookup.ts";
import type { State } from "./state.ts";

/** None for a finished run, which plays nothing more. */
export const remarks: NonNullable<Protocol<State>["remarks"]> = {
  ask: (state) =>
    isOver(state) || state.archived || state.template.path === ""
      ? {}
      : templateFileAsk(state.template.path),
  of: (state, facts) => {
    const { path, text } = state.template;
    const now = facts.files[path];
    if (now === undefined || now === null || now.text === text) return [];
    return [
      `TEMPLATE_CHANGED: ${oneLine(path)} differs from what is played here; pause, then \`cairn send ${state.run} RepinTemplate\` takes it`,
    ];
  },
};
