// Commands that halt a project, for any sender, and resume it, for people only.
import { questionNo, editEntry } from "../shapes.ts";
import { answering, command } from "./declare.ts";
import { anybody } from "../../../core/sender.ts";
import * as t from "../../../kit/schema.ts";
import * as event from "../events.ts";
import { isRefusal, refuse } from "../../../core/refusal.ts";
import { storyIn } from "../manifest.ts";
import { workOf } from "../subjects.ts";
import { withdrawing } from "./stories.ts";
import { mark } from "../decider/marks.ts";
import { opening } from "../decider/opening.ts";
import { reconsider } from "./gates.ts";
import { chain, type Follow, reasonOf, statusWrong } from "../decider/step.ts";

export const halt = command("Halt", {
  means: "Stops everything until a person continues it.",
  data: { reason: t.text, entry: editEntry },
  who: anybody,
  decide: (state, data, stamp) => {
    if (state.halted !== null) return [];
    if (state.status === "PROJECT_COMPLETE")
      return statusWrong(state, "a halt", "nothing is under way any more");
    const given = reasonOf(data.reason.trim() === "" ? data.entry?.summary : data.reason, true);
    if (isRefusal(given)) return given;
    const { reason } = given;
    const marked = mark(state, stamp, {
      signal: "EXECUTION_HALTED",
      summary: `Everything stops until a person goes on: ${reason}`,
      given: data.entry,
    });
    return [event.halted({ reason, subject: null, entry: marked })];
  },
});

export const unhalt = answering("Unhalt", {
  label: "Continue after halt",
  means: "Continues after a halt.",
  data: {
    choice: t.oneOf(["retry", "responder", "withdraw"]),
    guidance: t.optional(t.means("what the next try is told", t.text)),
    asked: questionNo,
  },
  decide: (state, { choice, guidance = "", asked }, stamp) => {
    const { halted } = state;
    if (halted === null) return statusWrong(state, "going on after a halt", "nothing is halted");
    if (asked !== undefined && asked !== state.entries)
      return refuse("QUESTION_STALE", "something happened since that question was asked", {
        fits: "look again: `cairn decide`",
      });
    const given = reasonOf(guidance, false);
    if (isRefusal(given)) return given;
    const { subject } = halted;
    const story = subject === null ? null : workOf(subject);
    if (choice === "responder" && subject === null)
      return refuse("SUBJECT_MISSING", "nothing that failed stands behind this halt", {
        fits: "retry",
      });
    if (choice === "withdraw" && (story === null || storyIn(state, story)?.status !== "FAILED"))
      return refuse("SUBJECT_MISSING", "no failed story stands behind this halt", {
        fits: "retry, responder",
      });
    const words = given.reason === "" ? "" : `: ${given.reason}`;
    const summary = `A person goes on (${choice})${words}`;
    const back: Follow = (now, at) => [
      event.unhalted({
        choice,
        guidance: given.reason,
        entry: mark(now, at, { signal: "EXECUTION_RESUMED", summary }),
      }),
    ];
    // Decisions made during the halt take effect when it ends.
    if (choice === "retry" || subject === null) return chain(state, stamp, [back, reconsider]);
    if (choice === "withdraw") {
      const out = withdrawing(
        state,
        story ?? "",
        given.reason === "" ? "withdrawn after a halt" : given.reason,
      );
      return isRefusal(out) ? out : chain(state, stamp, [back, out, reconsider]);
    }
    const opened = opening(
      subject,
      given.reason === "" ? "a person calls a responder for it once more" : given.reason,
    );
    return chain(state, stamp, [back, opened, reconsider]);
  },
});
