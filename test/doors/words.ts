// Table of twenty commands for the tests of the four doors, with hand edits where possible.
import type { Edits, Word } from "./door.ts";
import { session } from "./door.ts";

export type Row = {
  readonly name: string;
  readonly word: Word;
  /** How a hand says it; a text: why no file can. */
  readonly file: ((files: Edits) => void) | string;
};

const person = (type: string, data: object = {}): Word => ({
  is: "send",
  by: "person",
  type,
  data: { ...data },
});
const holder = (type: string, data: object = {}): Word => ({
  is: "send",
  by: "holder",
  type,
  data: { ...data },
});
const criteria = (file: string): object => ({
  criteria: `${file} is there`,
  command: `test -e ${file}`,
});
const task = (id: string, more: object = {}): object => ({
  id,
  subject: `Write ${id}`,
  success_criteria: [criteria(`${id}.txt`)],
  ...more,
});
const set = (...units: readonly object[]): Word => holder("SetUnits", { units });
const byHand = (id: string, more: object = {}): object => ({
  id,
  subject: `Write ${id}`,
  status: "open",
  success_criteria: [criteria(`${id}.txt`)],
  ...more,
});
const decided = "a decision is a person's, and whoever writes a file is not known to be one";
const leased = "work that a file begins is begun without a lease, and says so";

export const rows: readonly Row[] = [
  {
    name: "start",
    word: {
      is: "start",
      flags: ["Two files", "--session", session, "--explorers", "0", "--judge", "person"],
      data: {
        goal: "Two files",
        session,
        explorers: 0,
        options: { judge: "person" },
      },
    },
    file: "a folder that nobody started is adopted, not started",
  },
  {
    name: "edit the goal",
    word: person("SetGoal", { goal: "Two files, with care" }),
    file: ({ json }) => json("session.json", (file) => void (file.goal = "Two files, with care")),
  },
  {
    name: "claim the plan",
    word: { is: "claim", job: "plan-1" },
    file: "planning is begun by no status of a file",
  },
  {
    name: "add a task",
    word: set(task("1")),
    file: ({ make }) => make("tasks/1.json", byHand("1")),
  },
  {
    name: "add one that waits",
    word: set(task("2", { blocked_by: ["1"] })),
    file: ({ make }) => make("tasks/2.json", byHand("2", { blocked_by: ["1"] })),
  },
  {
    name: "add a third",
    word: set(task("3")),
    file: ({ make }) => make("tasks/3.json", byHand("3")),
  },
  {
    name: "edit a task",
    word: set({ id: "2", subject: "Write the second" }),
    file: ({ json }) => json("tasks/2.json", (file) => void (file.subject = "Write the second")),
  },
  {
    name: "remove a task",
    word: holder("SetUnits", { gone: ["3"] }),
    file: ({ json }) => json("session.json", (file) => void file.child_tasks.splice(2, 1)),
  },
  {
    name: "propose the plan",
    word: holder("ProposePlan"),
    file: ({ json }) => json("session.json", (file) => void (file.planner.status = "completed")),
  },
  {
    name: "approve it",
    word: { is: "decide", decision: "approve-1", option: "approve", note: "" },
    file: decided,
  },
  { name: "claim a task", word: { is: "claim", job: "1" }, file: leased },
  {
    name: "claim evidence",
    word: holder("ClaimEvidence", {
      unit: "1",
      criterion: 1,
      type: "command_output",
      command: "test -e 1.txt",
      text: "it is there",
    }),
    file: ({ json }) =>
      json(
        "tasks/1.json",
        (file) =>
          void file.evidence.push({
            criteria: "1.txt is there",
            command: "test -e 1.txt",
            output: "it is there",
          }),
      ),
  },
  {
    name: "ask",
    word: holder("Ask", { unit: "1", text: "Which?", options: ["a", "b"] }),
    file: "the format has no place for a question",
  },
  { name: "answer", word: person("Answer", { question: "1", answer: "a" }), file: decided },
  { name: "claim it again", word: { is: "claim", job: "task-1-2" }, file: leased },
  {
    name: "give it back",
    word: { is: "release", reason: "no time" },
    file: "an edit never ends the lease of another",
  },
  { name: "pause", word: person("Pause"), file: "the format has no place for a pause" },
  { name: "resume", word: person("Resume"), file: "the format has no place for a pause" },
  {
    name: "change a limit",
    word: person("SetOptions", { options: { max_iterations: 7 } }),
    file: decided,
  },
  {
    name: "cancel",
    word: person("Cancel"),
    file: ({ json }) => json("session.json", (file) => void (file.phase = "CANCELLED")),
  },
];
