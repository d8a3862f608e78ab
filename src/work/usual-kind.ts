// A kind of unit that one agent works on, the run's checks try, and another agent judges; and flags to start a run of them.
import type { Flag } from "../core/message.ts";
import type { Kind, Report } from "./dialect.ts";
import { judgeAsks, judgeBrief, type Words, workBrief } from "./usual-briefs.ts";
import { judgeReport, workerReport } from "./usual-reports.ts";

const minute = 60_000;
type Given = Words & Pick<Kind, "ask"> & { readonly report?: Report };

export const judgedKind = ({ ask, report = workerReport({}), ...words }: Given): Kind => ({
  noun: words.noun,
  role: "worker",
  course: ["work", "check", "judge"],
  key: (unit) => `pass-${unit}`,
  ms: 60 * minute,
  tries: ({ max_attempts: most }) => most,
  writes: () => "anything",
  report,
  ...(ask === undefined ? {} : { ask }),
  brief: workBrief(words),
  judge: {
    role: "judge",
    ms: 30 * minute,
    tier: "standard",
    report: judgeReport,
    ask: judgeAsks,
    brief: judgeBrief(words),
  },
});

export const seriesFlags: readonly Flag[] = [
  {
    name: "check",
    means: "a command without a shell that must exit 0; may be given several times",
    word: "COMMAND",
    many: true,
    field: ["options", "checks"],
  },
  {
    name: "auto",
    means: "never ask a person: the run ends complete, or failed with a reason",
    word: null,
    field: ["options", "mode"],
    read: () => "auto",
  },
];
