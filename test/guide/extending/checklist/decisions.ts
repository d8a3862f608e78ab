// What a person is asked about a checklist, besides what all work in passes asks.
import { decisionsOn } from "../../../../src/core/decision.ts";
import type { Command } from "../../../../src/core/protocol.ts";
import { workOf } from "../../../../src/kit/attempts/state.ts";
import type { State } from "./state.ts";

type About = { readonly is: "ticked"; readonly unit: string };

const decision = decisionsOn<State, About, Command>();

export const ticked = decision("ticked", {
  asks: (state) =>
    state.units
      .filter(({ id }) => workOf(state, id).status === "adopted" && !state.kept.includes(id))
      .filter(() => state.options.mode !== "auto")
      .map(({ id, title }) => ({
        key: `ticked-${id}`,
        about: { is: "ticked", unit: id },
        subject: id,
        question: `"${title}" was ticked before the run began. Is it to be done again?`,
      })),
  options: {
    again: {
      label: "Do it again",
      means: "It is work as any other box, and is proved.",
      note: "may",
      recommended: true,
      then: ({ unit }, { note }) => ({ type: "ReopenUnit", data: { unit, reason: note } }),
    },
    keep: {
      label: "Keep the tick",
      means: "It counts as done, and as unproved.",
      note: "none",
      then: ({ unit }) => ({ type: "KeepTick", data: { unit } }),
    },
  },
});
