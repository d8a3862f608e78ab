// Ralph under the contract of all protocols.
import fc from "fast-check";
import { isRefusal, type Refusal } from "../../src/core/refusal.ts";
import type { Sender } from "../../src/core/protocol.ts";
import { ralph } from "../../src/protocols/ralph/index.ts";
import {
  ana,
  type Desk,
  engine,
  hand,
  judge,
  openDesk,
  prdOf,
  result,
  row,
  worker,
} from "../fixtures/ralph-desk.ts";
import { type History, protocolContract } from "./protocol.ts";

const word = fc.record({ pick: fc.nat(9_999), ok: fc.integer({ min: 0, max: 9 }) });
type Word = { readonly pick: number; readonly ok: number };
type Said = readonly [type: string, data: Readonly<Record<string, unknown>>, by?: Sender];

/** What may be said of the story that is at work, or is due. */
const ofPass = (run: Desk, good: boolean): readonly Said[] => {
  const job = run.keys().find((key) => /^(?:pass|check|judge)-/u.test(key));
  const [, is = "", unit = ""] = /^(pass|check|judge)-(.*)-\d+$/u.exec(job ?? "") ?? [];
  if (job === undefined) return [];
  const { status, judging } = run.unit(unit);
  const failed = { job, kind: "failed", reason: "it broke", ...(good ? {} : { trouble: "quota" }) };
  const agent = { kind: "agent", name: is === "judge" ? judge.name : worker.name, job } as const;
  if (is === "check") {
    const results = { results: [], shared: [result(good ? 0 : 1)], tree: "t", head: null };
    return [["RecordChecks", { job, ...results }, engine]];
  }
  if (is === "pass" && status === "open") return [["BeginJob", { job, holder: worker }, engine]];
  if (is === "judge" && !judging.live)
    return [["BeginJob", { job, holder: good ? judge : worker }, engine]];
  const judgement = good ? "met" : "unmet";
  const judgements = [{ unit, criterion: 1, judgement, note: "n" }];
  return [
    ...(is === "pass"
      ? ([
          ["RecordLessons", { unit, learnings: ["l"] }, agent],
          ["ReportDone", { unit, summary: "did it" }, agent],
        ] as const)
      : ([
          [
            "RecordVerdict",
            { unit, verdict: good ? "PASS" : "FAIL", judgements, tree: "t" },
            agent,
          ],
        ] as const)),
    ...(good ? [] : [["ReportFailure", failed, engine] as const]),
  ];
};

const rare = (run: Desk, { pick }: Word): readonly Said[] => {
  const { units } = run.state();
  const unit = units[pick % Math.max(1, units.length)]?.id ?? "A";
  const text = run.prd();
  return [
    ["Retry", { unit }],
    ["Skip", { unit, reason: "s" }],
    ["Waive", { unit, reason: pick % 2 === 0 ? "w" : "" }],
    ["ReopenUnit", { unit, reason: "r" }],
    ["SetOptions", { options: { max_passes: 1 + (pick % 30) } }],
    ["Pause", {}],
    ["Resume", {}],
    ["EditPrd", { text: text.replace(/"title": "Do/u, '"title": "Do well') }, hand],
    ["EditPrd", { text: text.replace('"passes": false', '"passes": true') }, hand],
    ["EditPrd", { text: text.replace('"passes": true', '"passes": false') }, hand],
    ["EditProgress", { head: null, added: "by hand" }, hand],
    ["EditLoop", { loop: null }, engine],
    [
      "RefuseEdit",
      { path: "prd.json", digest: `d${pick}`, code: "FIELD_DERIVED", why: "w" },
      engine,
    ],
  ];
};
const ends: readonly Said[] = [
  ["Fail", { reason: "f" }],
  ["Cancel", {}],
  ["Reopen", { reason: "r" }],
  ["Archive", {}],
  ["Unarchive", {}],
];

const loop = { iteration: 2, limit: 30, prompt: "go", digest: "d" };
const play = ([words, begun, tries]: readonly [readonly Word[], boolean, number]): History => {
  const run = openDesk();
  if (begun) run.ok("Start", { goal: "g", run: "r1", options: { max_attempts: tries } });
  else
    run.adopt(
      prdOf(row("A"), row("B", { dependsOn: ["A"] }), row("C", { passes: true }), row("D")),
      {
        max_attempts: tries,
        ...(tries === 1 ? { mode: "auto" } : tries === 2 ? { judge: "person" } : {}),
      },
      { loop },
    );
  const refused: Refusal[] = [];
  for (const [index, one] of words.entries()) {
    const late = index > words.length * 0.8;
    const said =
      one.pick % 10 < 8
        ? ofPass(run, one.ok > 4)
        : late && one.pick % 2 === 0
          ? ends
          : rare(run, one);
    const [type, data, by = ana] = said[(one.pick >> 4) % Math.max(1, said.length)] ?? [];
    if (type === undefined || data === undefined) continue;
    const answer = run.send(type, data, by);
    if (isRefusal(answer)) refused.push(answer);
  }
  return { log: run.log, refused };
};

const words = fc.tuple(
  fc.array(word, { minLength: 40, maxLength: 90, size: "max" }),
  fc.boolean(),
  fc.integer({ min: 1, max: 4 }),
);
const histories = fc.sample(words, { seed: 11, numRuns: 25 }).map(play);

protocolContract({
  protocol: ralph,
  histories: async () => histories,
  adopted: { same: ["prd.json", "progress.txt"], meaning: (_path, text) => text },
  byFile: [
    "BeginJob",
    "Cancel",
    "ClaimEvidence",
    "EditPrd",
    "EditProgress",
    "KeepExtras",
    "ReportDone",
    "ReportFailure",
    "SeeDocument",
    "SetCheck",
    "Start",
  ],
});
