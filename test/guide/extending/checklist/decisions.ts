// What a person is asked about a checklist, besides what the model of work asks.
import { decisionsOn } from "../../../../src/core/rules/decision.ts";
import type { Command } from "../../../../src/core/protocol.ts";
import { isAuto, type Work } from "../../../../src/work/work.ts";
import { ownOf } from "./own.ts";

type About = { readonly is: "ticked"; readonly unit: string };

const decision = decisionsOn<Work, About, Command>();

export const ticked = decision("ticked", {
  asks: (state) =>
    state.units
      .filter(({ adopted, begun, status }) => adopted && begun === 0 && status === "done")
      .filter(({ id }) => !isAuto(state) && !ownOf(state).kept.includes(id))
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
      note: "must",
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
