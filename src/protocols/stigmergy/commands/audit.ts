// Why: an epic with trouble in it is looked back upon once, beside everything else, and blocks nothing (specification, section 6, rule audit).
import { changed, epic, files } from "../shapes.ts";
import { withFiles } from "./world.ts";
import { command } from "./declare.ts";
import * as t from "../../../kit/schema.ts";
import * as event from "../events.ts";
import { isRefusal, type Refusal, refuse } from "../../../core/refusal.ts";
import { auditFile } from "../manifest.ts";
import type { Epic } from "../state.ts";
import { mark } from "../decider/marks.ts";
import { reasonOf, withEpic } from "../decider/step.ts";

const notDue = ({ id, audit }: Epic): Refusal | null =>
  audit === "due"
    ? null
    : refuse("AUDIT_UNKNOWN", `no audit of epic ${id} is due`, {
        fits: audit === "over" ? "it is over" : "once the epic is complete",
      });

export const finishAudit = command("FinishAudit", {
  means: "Says that an epic's audit is written.",
  data: { epic, summary: t.optional(t.text), files, changed },
  who: ["agent"],
  ask: (_state, { epic: id }) => ({ files: [auditFile(id)] }),
  ...withFiles,
  decide: (state, data, stamp) =>
    withEpic(state, data.epic, (epic) => {
      const not = notDue(epic);
      if (not !== null) return not;
      const path = auditFile(epic.id);
      const file = data.files?.[path] ?? null;
      if (file === null || file.text.trim() === "")
        return refuse("DOC_MISSING", `${path} isn't there, or is empty`, {
          path,
          fits: "write it, then report",
        });
      const said = data.summary?.trim() ?? "";
      const summary = `Epic ${epic.id} was looked back upon${said === "" ? "." : `: ${said}`}`;
      const entry = mark(state, stamp, {
        signal: "SYSTEM_AUDIT_COMPLETE",
        summary,
        files: data.changed ?? [path],
      });
      return [event.auditFinished({ epic: epic.id, docs: { [path]: file.digest }, entry })];
    }),
});

export const skipAudit = command("SkipAudit", {
  means: "Skips an epic's audit.",
  data: { epic, reason: t.text },
  who: ["engine", "person"],
  decide: (state, data, stamp) =>
    withEpic(state, data.epic, (epic) => {
      const not = notDue(epic);
      if (not !== null) return not;
      const given = reasonOf(data.reason, true);
      if (isRefusal(given)) return given;
      const entry = mark(state, stamp, {
        signal: "AUDIT_SKIPPED",
        summary: `The audit of epic ${epic.id} is left out: ${given.reason}`,
      });
      return [event.auditSkipped({ epic: epic.id, reason: given.reason, entry })];
    }),
});
