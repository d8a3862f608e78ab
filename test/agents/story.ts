// Small scripted task for agent programs: plan, work and reports by role.
import { dirname } from "node:path";
import type { Script, Step } from "../fixtures/model-server/script.ts";

/** Only in the worker's way; all others do what is right. */
export type Work = readonly Step[] | ((brief: string) => readonly Step[]);

const fenced = (report: unknown): Step => ({
  text: `It is done.\n\n\`\`\`cairn-report\n${JSON.stringify(report)}\n\`\`\`\n`,
});
const sessionIn = (brief: string): string => /^ULTRAWORK_SESSION: (.+)$/mu.exec(brief)?.[1] ?? "";
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

export const plan = {
  tasks: [
    {
      id: "1",
      subject: "Greet",
      success_criteria: [
        { criteria: "hello.txt greets", type: "test_result", command: "grep -q hello hello.txt" },
      ],
    },
  ],
  verify: {
    success_criteria: [
      { criteria: "It still greets", type: "test_result", command: "grep -q hello hello.txt" },
    ],
  },
};
const judgements = [
  { task: "1", criterion: 1, judgement: "met", note: "" },
  { task: "verify", criterion: 1, judgement: "met", note: "" },
];
const worked = { status: "done", summary: "It greets.", evidence: [] };

/** Edits a file and runs a command. */
export const greet: readonly Step[] = [
  { write: { path: "hello.txt", text: "hello\n" } },
  { shell: "cat hello.txt && git status --short" },
];
export const reportByText: readonly Step[] = [fenced(worked)];
/** By cairn's own server, which is asked first where things stand. */
export const look: readonly Step[] = [{ mcp: { tool: "status", input: {} } }];
export const reportByTool: readonly Step[] = [
  { mcp: { tool: "report", input: { report: worked } } },
  { text: "Reported." },
];
/** By the command line, from the program's own shell. */
export const reportByShell: readonly Step[] = [
  { shell: `cairn job report --data ${quoted(JSON.stringify(worked))}` },
  { text: "Reported." },
];

export const exploring = /^# Explore$/mu;
export const planning = /^# Plan$/mu;
export const secondTry = "there is one already";
/** Notes that a try leaves tell the next one that it isn't the first. */
const noting = (path: string): Step => ({
  shell: `cat ${quoted(path)} 2>&1; mkdir -p ${quoted(dirname(path))} && echo '${secondTry}' > ${quoted(path)}`,
});
const isSecond = (results: readonly string[]): boolean =>
  results.some((text) => text.includes(secondTry));

/** @param forgetful explorer and planner end their first try without a report */
export const scriptFor = (work: Work, forgetful = false): Script => [
  {
    marker: exploring,
    steps: (brief, results) => [
      { read: "README.md" },
      noting(`${sessionIn(brief)}/exploration/notes.txt`),
      ...(forgetful && !isSecond(results)
        ? [{ text: "I looked around." }]
        : [
            {
              shell: `echo '## Overview' > ${quoted(`${sessionIn(brief)}/${/`[^`]*\/(exploration\/[^`]+)`/u.exec(brief)?.[1] ?? "exploration/x.md"}`)}`,
            },
            fenced({ summary: "A shop.", key_files: ["README.md"], patterns: [], constraints: [] }),
          ]),
    ],
  },
  {
    marker: planning,
    steps: (brief, results) => [
      noting(`${sessionIn(brief)}/design-notes.txt`),
      ...(forgetful && !isSecond(results)
        ? [{ text: "I have a plan." }]
        : [
            { shell: `echo '# Design' > ${quoted(`${sessionIn(brief)}/design.md`)}` },
            fenced({ status: "plan", plan }),
          ]),
    ],
  },
  { marker: /^# Work$/mu, steps: work },
  {
    marker: /^# Judge$/mu,
    steps: [
      { shell: "cat hello.txt" },
      fenced({ verdict: "PASS", judgements, issues: [], notes: "" }),
    ],
  },
];
