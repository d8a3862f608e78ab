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
  files: [`${id}.txt`],
  ...more,
});
const byHand = (id: string, more: object = {}): object => ({
  id,
  subject: `Write ${id}`,
  status: "open",
  success_criteria: [criteria(`${id}.txt`)],
  files: [`${id}.txt`],
  ...more,
});
const decided = "a decision is a person's, and whoever writes a file is not known to be one";
const leased = "work that a file begins is begun without a lease, and says so";

export const rows: readonly Row[] = [
  {
    name: "start",
    word: {
      is: "start",
      flags: [
        "Two files",
        "--session",
        session,
        "--explorers",
        "0",
        "--no-baseline",
        "--verifier",
        "person",
      ],
      data: {
        goal: "Two files",
        session,
        options: { explorers: 0, baseline: false, verifier: "person" },
      },
    },
    file: "a folder that nobody started is adopted, not started",
  },
  {
    name: "edit the goal",
    word: person("EditGoal", { goal: "Two files, with care" }),
    file: ({ json }) => json("session.json", (file) => void (file.goal = "Two files, with care")),
  },
  {
    name: "claim the plan",
    word: { is: "claim", job: "plan-1" },
    file: "planning is begun by no status of a file",
  },
  {
    name: "add a task",
    word: holder("AddTask", { task: task("1") }),
    file: ({ make }) => make("tasks/1.json", byHand("1")),
  },
  {
    name: "add one that waits",
    word: holder("AddTask", { task: task("2", { blocked_by: ["1"] }) }),
    file: ({ make }) => make("tasks/2.json", byHand("2", { blocked_by: ["1"] })),
  },
  {
    name: "add a third",
    word: holder("AddTask", { task: task("3") }),
    file: ({ make }) => make("tasks/3.json", byHand("3")),
  },
  {
    name: "edit a task",
    word: holder("EditTask", { task: "2", changes: { subject: "Write the second" } }),
    file: ({ json }) => json("tasks/2.json", (file) => void (file.subject = "Write the second")),
  },
  {
    name: "remove a task",
    word: holder("RemoveTask", { task: "3" }),
    file: ({ drop }) => drop("tasks/3.json"),
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
      task: "1",
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
    word: holder("AskQuestion", { about: "1", text: "Which?", options: ["a", "b"] }),
    file: "the format has no place for a question",
  },
  { name: "answer", word: person("AnswerQuestion", { question: "1", answer: "a" }), file: decided },
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
