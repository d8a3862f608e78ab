// Why: what changes no status still leaves its mark: an action of somebody's own, another name, keys that nobody here knows, an edit that was refused.
import { extrasSize } from "../../../core/kept-extras.ts";
import { refuse } from "../../../core/refusal.ts";
import { isRefusedAlready } from "../../../core/refused-edit.ts";
import { givenEntry } from "../entries.ts";
import { extrasLimit, nameLimit, summaryLimit } from "../limits.ts";
import { mark } from "./marks.ts";
import { type Decide, type Decided, oversized } from "./step.ts";

export const recordAction: Decide<"RecordAction"> = (state, data, stamp): Decided => {
  if (data.agent.trim() === "" || data.summary.trim() === "")
    return refuse("ENTRY_INCOMPLETE", "an entry says who did what", { fits: "agent_id and summary" });
  const long =
    oversized("the summary", data.summary.length, "/summary", summaryLimit) ??
    oversized("the agent's id", data.agent.length, "/agent", nameLimit);
  return long ?? [{ type: "ActionRecorded", data: { entry: givenEntry(state, stamp, data) } }];
};

export const renameProject: Decide<"RenameProject"> = (state, { name, entry: given }, stamp): Decided => {
  const wanted = name.trim();
  if (wanted === "" || wanted.length > nameLimit)
    return refuse("FIELD_INVALID", "the project has no name, or one that is too long", {
      pointer: "/name",
      fits: `1 to ${nameLimit} characters`,
    });
  if (wanted === state.name) return [];
  const entry = mark(state, stamp, { signal: "PROJECT_RENAMED", summary: `The project is called ${wanted} now.`, given });
  return [{ type: "ProjectRenamed", data: { name: wanted, entry } }];
};

export const keepExtras: Decide<"KeepExtras"> = (state, { file, pointer, value, entry: given }, stamp): Decided => {
  if (extrasSize(value) > extrasLimit)
    return refuse(
      "FIELD_OVERSIZED",
      `the unknown keys at ${pointer === "" ? "the top" : pointer} are longer than ${extrasLimit} characters`,
      {
        pointer,
        fits: "a file of their own",
      },
    );
  const before = state.extras.find((one) => one.file === file && one.pointer === pointer)?.entries ?? [];
  if (JSON.stringify(before) === JSON.stringify(value)) return [];
  const where = pointer === "" ? "at the top" : `at ${pointer}`;
  const entry = mark(state, stamp, {
    signal: "NOTE",
    summary: `Other keys ${where} of the state file are kept: ${value.map(([key]) => key).join(", ") || "none"}`,
    given,
  });
  return [{ type: "ExtrasKept", data: { file, pointer, value, entry } }];
};

export const refuseEdit: Decide<"RefuseEdit"> = (state, data): Decided =>
  isRefusedAlready(state.refused, data) ? [] : [{ type: "EditRefused", data }];
