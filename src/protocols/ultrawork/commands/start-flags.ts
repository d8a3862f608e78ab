// Handier ways to say how a run of ultrawork begins on the command line.
import type { Flag } from "../../../core/message.ts";
import { lightPlan } from "../light.ts";

export const startFlags: readonly Flag[] = [
  {
    name: "auto",
    means:
      "never ask a person: it ends complete, or failed with a reason; it waits only where its agents are turned away by their model server, or the repository's checks keep work from landing, or setup fails; what is red before any work may stay so until it is green once",
    word: null,
    field: ["options", "mode"],
    read: () => "auto",
  },
  {
    name: "explorer",
    means: "what one explorer looks for, instead of the usual three",
    word: "HINT",
    many: true,
    field: ["options", "explorers"],
  },
  {
    name: "plan",
    means: "a plan that is there already, proposed at once; nobody explores or plans",
    word: "FILE",
    json: true,
    field: ["plan"],
    also: [{ field: ["options", "explorers"], value: 0 }],
    then: "ProposePlan",
  },
  {
    name: "light",
    means:
      "for a small goal: it is the only task, its worker names the check, one verifier judges; nobody explores or plans, so it takes 2 agent conversations instead of at least 6",
    word: null,
    field: [],
    also: [
      { field: ["options", "explorers"], value: 0 },
      { field: ["options", "max_workers"], value: 1 },
    ],
    makes: lightPlan,
  },
];
