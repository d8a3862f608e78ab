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

/** What may be said of the pass that is live, or due. */
const ofPass = (run: Desk, good: boolean): readonly Said[] => {
  const { pass } = run.state();
  const job = run.keys().find((key) => /^(?:pass|check|judge)-/u.test(key));
  if (job === undefined) return [];
  const reason = { job, reason: "it broke", turned_away: !good };
  if (pass === null) return [["BeginPass", { job, holder: worker }, engine]];
  if (pass.summary === null)
    return [
      ["FinishPass", { job, unit: pass.unit, summary: "did it", learnings: ["l"] }, engine],
      ...(good ? [] : [["ReportFailure", reason, engine] as const]),
    ];
  if (pass.results === null)
    return [
      ["RecordChecks", { job, results: [result(good ? 0 : 1)], tree: "t", head: null }, engine],
    ];
  const judgements = [{ criterion: 1, met: good, note: "n" }];
  const verdict = { job, judgements, tree: "t" };
  return [
    ["GiveVerdict", { ...verdict, holder: judge }, engine],
    ["GiveVerdict", { ...verdict, holder: good ? judge : worker }, engine],
    ...(good ? [] : [["ReportFailure", reason, engine] as const]),
  ];
};

const rare = (run: Desk, { pick }: Word): readonly Said[] => {
  const { units } = run.state();
  const unit = units[pick % Math.max(1, units.length)]?.id ?? "A";
  const text = run.prd();
  return [
    ["RetryUnit", { unit }],
    ["WaiveUnit", { unit, reason: pick % 2 === 0 ? "w" : "" }],
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
      { path: "prd.json", digest: `d${pick}`, code: "STATUS_DERIVED", why: "w" },
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
  if (begun) run.ok("Start", { goal: "g", run: "r1", options: { tries } });
  else
    run.adopt(
      prdOf(row("A"), row("B", { dependsOn: ["A"] }), row("C", { passes: true }), row("D")),
      { tries, ...(tries === 1 ? { mode: "auto" } : tries === 2 ? { judge: "person" } : {}) },
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
  byFile: ["EditPrd", "EditProgress", "Start"],
});
