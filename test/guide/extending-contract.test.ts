// The guide's checklist under the contract of all protocols.
import fc from "fast-check";
import type { Job, Result } from "../../src/core/job.ts";
import type { Sender } from "../../src/core/protocol.ts";
import type { Refusal } from "../../src/core/refusal.ts";
import { type History, protocolContract } from "../contract/protocol.ts";
import { ana, checked, decided, type Desk, desk, reportOf, senderOf } from "./extending-desk.ts";
import { foundList } from "./extending/checklist/found.ts";
import { checklist } from "./extending/checklist/index.ts";

const hand: Sender = { kind: "file", name: "unknown" };

/** How a job ends, well or not. */
const endOf = (job: Job, pick: number): Result => {
  const good = pick % 3 > 0;
  if (job.kind === "decision") {
    const { options = [] } = job.decision ?? {};
    return decided(options[pick % options.length]?.id ?? "");
  }
  if (job.kind === "check") return checked(good ? 0 : 1);
  if (!job.begun) return { is: "granted" };
  if (job.role === "judge")
    return reportOf({ judgements: [{ criterion: 1, met: good, note: "n" }] });
  return reportOf({ unit: job.subject, result: good ? "done" : "failed", summary: "s" });
};

type Said = readonly [type: string, data: object, by?: Sender];
const rare = (run: Desk, pick: number): Said => {
  const text = run.list();
  const unit = run.now().units[0]?.id ?? "";
  const said: readonly Said[] = [
    ["EditList", { text: text.replace("[ ]", "[x]") }, hand],
    ["EditList", { text: text.replace("[x]", "[ ]") }, hand],
    ["EditList", { text: `${text}- [ ] Say more ${pick}\n` }, hand],
    ["EditList", { text: "nothing\n" }, hand],
    ["Waive", { unit, reason: "w" }],
    ["ReopenUnit", { unit, reason: "r" }],
    ["Cancel", { reason: "c" }],
    ["Reopen", { reason: "r" }],
    ["Pause", {}],
    ["Resume", {}],
  ];
  return said[pick % said.length] ?? ["Pause", {}];
};

const play = (picks: readonly number[]): History => {
  const run = desk();
  const refused: Refusal[] = [];
  const send = ([type, data, by = ana]: Said): void => {
    const answer = run.send(type, data, by);
    if (answer !== null) refused.push(answer);
  };
  const options = { checks: ["true"], max_attempts: 1 };
  const text = "# Two\n\n- [x] Say hello\n- [ ] Say bye\n";
  if ((picks[0] ?? 0) % 2 === 0)
    send(["Start", { goal: "Greet", boxes: ["Say hello", "Say bye"], options }]);
  else {
    const found = foundList("list", text);
    send(["Adopt", { found, corrections: [], digests: {}, options }]);
  }
  for (const pick of picks) {
    const jobs = checklist.jobs(run.now());
    const job = jobs[pick % Math.max(1, jobs.length)];
    if (job === undefined || pick % 7 === 0) send(rare(run, pick >> 3));
    else {
      const end = endOf(job, pick >> 3);
      for (const { type, data } of run.ends(job, job.key, end))
        send([type, { ...Object(data) }, senderOf(job, job.key, end)]);
    }
  }
  return { log: run.log, refused };
};

const picks = fc.array(fc.nat(9_999), { minLength: 20, maxLength: 50, size: "max" });
const histories = fc.sample(picks, { seed: 7, numRuns: 25 }).map(play);

protocolContract({
  protocol: checklist,
  histories: async () => histories,
  adopted: { same: ["checklist.md"], meaning: (_path, text) => text },
  byFile: [
    "BeginJob",
    "Cancel",
    "ClaimEvidence",
    "EditList",
    "KeepExtras",
    "ReportDone",
    "ReportFailure",
    "SeeDocument",
    "SetCheck",
    "Start",
  ],
  plain: true,
});
