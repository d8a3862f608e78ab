// How attempts at an ultrawork run's jobs ended, as its events tell it.
import type { AttemptState } from "../../core/attempt-states.ts";
import { type EndSaid, ofUnit, own, ownBy } from "../../core/attempt-end.ts";
import { howMany } from "../../core/how-many.ts";
import { because } from "../../core/quote.ts";
import type { Recorded } from "../../core/row.ts";
import type { UltraworkEvent, UltraworkEvents } from "./messages.ts";

const kinds: Readonly<Record<string, AttemptState>> = {
  timeout: "late",
  silent: "silent",
  lost: "lost",
  lapsed: "lost",
  released: "stopped",
};

const failed = (kind: string, reason: string): EndSaid => ownBy(kinds[kind] ?? "failed", reason);

/** What its checks say is said of the unit: the check that told it last isn't the attempt. */
const returned = (task: string, kind: string, reason: string): EndSaid =>
  kind === "checks" ? ofUnit(task, "returned", reason) : failed(kind, reason);

const shown = ({
  captured,
  passed,
  why,
  exit,
}: UltraworkEvents["EvidenceRecorded"]["data"]): EndSaid => {
  if (captured) return own("over", "captured, to be judged");
  return passed ? own("passed") : own("failed", why ?? `exit ${exit ?? "unknown"}`);
};

export const ends = (event: Recorded<UltraworkEvent>): readonly EndSaid[] => {
  switch (event.type) {
    case "ExplorationRecorded":
      return [own("written", event.data.summary)];
    case "WorkClaimed":
      return [own("reported", event.data.summary)];
    case "PlanProposed":
      return [
        own("written", `plan ${event.data.rev}, ${howMany(event.data.tasks.length, "task")}`),
      ];
    case "QuestionAsked":
      return [own("asked", event.data.text)];
    case "ExplorerFailed":
    case "PlannerFailed":
    case "VerifierFailed":
      return [failed(event.data.kind, event.data.reason)];
    case "TaskReturned":
    case "TaskFailed":
      return [returned(event.data.task, event.data.kind, event.data.reason)];
    case "BaselineRecorded": {
      const { results, note } = event.data;
      return [
        own(
          "over",
          note ??
            `${results.filter(({ passed }) => passed).length} of ${results.length} held before the work`,
        ),
      ];
    }
    case "EvidenceRecorded":
      return [shown(event.data)];
    case "VerdictRecorded": {
      const { verdict, issues } = event.data;
      const why = issues[0]?.summary ?? null;
      return [
        own(
          "judged",
          verdict === "PASS"
            ? "all criteria are met"
            : `${howMany(issues.length, "issue")}${because(why)}`,
        ),
      ];
    }
    case "TaskResolved":
      return [ofUnit(event.data.task, "done")];
    case "TaskReopened":
      return [ofUnit(event.data.task, "returned", event.data.reason)];
    case "SweepVoided":
      return [own("void", `the files were changed meanwhile by ${event.data.by}`)];
    case "SweepPassed":
    case "RunCompleted":
      return [own("passed")];
    default:
      return [];
  }
};
