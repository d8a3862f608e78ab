// Why: outputs and commits that events name lie outside of the ledger; verifying and exporting a run looks for them.
import type { References } from "../../core/protocol.ts";
import type { UltraworkEvent } from "./messages.ts";

const named = (name: string | null): readonly string[] => (name === null ? [] : [name]);

export const refers: {
  readonly types: readonly UltraworkEvent["type"][];
  of(event: UltraworkEvent): References;
} = {
  types: [
    "RunStarted",
    "RunAdopted",
    "EvidenceRecorded",
    "WorkClaimed",
    "SweepPassed",
    "RunCompleted",
  ],
  of(event) {
    switch (event.type) {
      case "RunStarted":
        return { commits: named(event.data.base.head) };
      case "RunAdopted":
        return { commits: named(event.data.base.head), outputs: Object.values(event.data.digests) };
      case "EvidenceRecorded":
        return { outputs: named(event.data.digest), commits: named(event.data.head) };
      case "WorkClaimed":
        // What was not there when it was claimed was told then.
        return { commits: event.data.commits.filter(({ exists }) => exists).map(({ id }) => id) };
      case "SweepPassed":
      case "RunCompleted":
        return { commits: named(event.data.head) };
      default:
        return {};
    }
  },
};
