// Rules for edits of the PRD.
import { type Refusal, refuse } from "../../core/refusal.ts";
import type { Sender } from "../../core/sender.ts";
import { type differences, readPrd } from "./prd.ts";
import type { State } from "./state.ts";

const mostText = 2 * 1024 * 1024;

/** Returns why a text can't be the PRD of a run: unreadable, a duplicate id, or no story. */
export const prdRefused = (path: string, text: string): Refusal | null => {
  if (text.length > mostText)
    return refuse("FIELD_OVERSIZED", `${path} has more than ${mostText} characters`, { path });
  const { findings } = readPrd(path, text);
  const wrong = findings.find(
    ({ severity, code }) => severity === "error" && code !== "TYPE_WRONG",
  );
  if (wrong === undefined) return null;
  const { code, message, pointer, line, column } = wrong;
  return refuse(code, message, {
    path,
    pointer,
    line,
    column,
    fits: "the same with that put right",
  });
};

/** Of a run that is over: only a new story brings a complete one back. */
const overRefused = ({ end, run }: State, added: readonly string[]): Refusal | null => {
  if (end === null || (end.is === "complete" && added.length > 0)) return null;
  const again = `\`cairn send ${run} ${end.is === "complete" ? "ReopenUnit --unit ID" : "Reopen"} --reason WHY\``;
  return refuse("RUN_OVER", `the run is ${end.is}`, {
    fits: end.is === "complete" ? `a new story brings it back, or ${again}` : again,
  });
};

export const editRefused = (
  state: State,
  { added, removed, edited, passed, unpassed }: ReturnType<typeof differences>,
  { job }: Sender,
): Refusal | null => {
  const over = overRefused(state, added);
  if (over !== null) return over;
  const [claimed] = passed;
  if (claimed !== undefined)
    return refuse("STATUS_DERIVED", `${claimed} passes by its checks and a judge, not by an edit`, {
      fits: `report the pass; a person lets it go by \`cairn send ${state.run} WaiveUnit --unit ${claimed} --reason WHY\``,
    });
  const own = state.pass?.unit;
  const isNote = edited.every(({ id, notesAlone }) => id === own && notesAlone);
  if (job !== undefined && (added.length + removed.length + unpassed.length > 0 || !isNote))
    return refuse("SENDER_WRONG", `${job} may only change the notes of its own story`, {
      fits: `an agent reports the rest; without a fence, whoever edits while ${job} is held counts as its holder: the same edit is taken when ${job} is over`,
    });
  const changed = [...removed, ...edited.filter(({ work }) => work).map(({ id }) => id)];
  return own !== undefined && changed.includes(own)
    ? refuse("JOB_HELD", `${own} is being worked on`, { fits: "once its pass is over" })
    : null;
};
