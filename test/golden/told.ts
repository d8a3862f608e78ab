// A run of the model of work, told whole: what it shows, what is due, and what happened.
import assert from "node:assert/strict";
import type { Job } from "../../src/core/job.ts";
import type { Protocol, Sender } from "../../src/core/protocol.ts";
import { isRefusal } from "../../src/core/refusal.ts";
import type { Recorded } from "../../src/core/row.ts";
import { ultrawork } from "../../src/protocols/ultrawork/index.ts";
import type { Work } from "../../src/work/work.ts";
import { noFacts } from "../fixtures/engine.ts";
import { ana, around } from "../fixtures/stage.ts";
import { did, type Run } from "../fixtures/ultrawork.ts";

const isNothing = (part: unknown): boolean =>
  part === null ||
  part === false ||
  part === "" ||
  (typeof part === "object" && Object.keys(part).length === 0);
/** What isn't there is left out. */
export const told = (value: object): string =>
  JSON.stringify(value, (key, part: unknown) =>
    key !== "" && isNothing(part) ? undefined : part,
  ).replaceAll(/"(\w+)":/gu, "$1: ");

type Port = Protocol<Work>;
/** The commands of each answer, with a note and without one. */
const answersOf = (protocol: Port, job: Job): readonly object[] =>
  (job.decision?.options ?? []).map(({ id, ...option }) => ({
    ...option,
    [id]: (
      [
        ["so", { n: 2 }],
        ["", null],
      ] as const
    ).map(([note, data]) =>
      protocol.report(job, { ...around, is: "decided", option: id, note, data }),
    ),
  }));
const noted = { criterion: 1, command: "x", path: null };
const stamp = { at: "2026-06-01T00:00:00.000Z", by: ana };
const measured = { tree: "t1", head: "h1" };
const jobOf = async (protocol: Port, state: Work, job: Job): Promise<readonly string[]> => {
  const { report, about: _about, limits: given, decision, ...more } = job;
  const { bytes: _bytes, ...limits } = given;
  const [said = ""] = protocol.brief(state, job, noFacts).split("\n```json schema");
  const briefs = said.split("\n\n").map((brief) => told({ brief }));
  if (decision !== undefined) {
    const { question } = decision;
    const rewrites = await protocol.rewrites?.(state, job);
    return [told({ ...more, question, answers: answersOf(protocol, job), rewrites }), ...briefs];
  }
  if (job.kind === "check") {
    const unrun = { ...around, is: "checked", proofs: [], measured } as const;
    return [told({ ...more, limits, unrun: protocol.report(job, unrun) }), ...briefs];
  }
  const { says, misfit, ask } = protocol;
  return [
    told({
      ...more,
      limits,
      reports: report !== undefined,
      ask: ask?.(state, job),
      says: [says?.ask(job, "Why?", ["so"]), says?.note(job, { ...noted, text: "seen" })],
      misfit: misfit?.(job, did())?.text,
    }),
    ...(job.why === null ? briefs : []),
  ];
};
const evidenceOf = (protocol: Port, state: Work, unit: string): readonly string[] =>
  protocol.evidence(state, [], unit).map(({ proof, ...more }) => {
    const { digest: _digest, ...shown } = proof ?? { digest: null };
    return told({ ...more, proof: proof && shown });
  });
/** All that a run shows now: its view, each unit with its criteria, and each job with its brief. */
export const portrait = async (protocol: Port, state: Work): Promise<readonly string[]> => {
  const { nodes, ...view } = protocol.view(state);
  const again = protocol.rechecks(state).map(({ judge: _judge, ...one }) => one);
  const [path = ""] = protocol.notice?.(state).files ?? [];
  const files = { [path]: { digest: "d1", text: "" } };
  return [
    told({ ...view, ended: protocol.ended(state) }),
    told({ roles: protocol.roles?.(state), again }),
    told({
      owns: protocol.owns?.(state),
      documents: protocol.documents?.(state),
      based: protocol.based?.("t9", state),
      notice: path,
      noticed: protocol.noticed?.(state, { ...noFacts, files }),
    }),
    ...nodes.flatMap((node) => [
      told({
        ...node,
        lands: protocol.lands?.(state, node.id),
        dropped: protocol.dropped?.(state, node.id, "so", stamp),
      }),
      ...evidenceOf(protocol, state, node.id),
    ]),
    ...(await Promise.all(protocol.jobs(state).map((job) => jobOf(protocol, state, job)))).flat(),
  ];
};
/** What each event says, in order. */
export const eventsOf = async (
  protocol: Port,
  log: readonly Recorded[],
): Promise<readonly string[]> => {
  const { ends } = (await protocol.ends?.()) ?? assert.fail();
  let state: Work | null = null;
  return log.map((event) => {
    state = protocol.evolve(state, event);
    const line = protocol.eventLine?.(event);
    const news = protocol.news?.(event, state);
    const refers = protocol.refers?.of(event);
    return told({ [event.type]: line, news, ends: ends(event, state), refers });
  });
};

/** A command, what is asked before it, and its events or its refusal. */
export const comes = (
  run: Run,
  type: string,
  data: object,
  sender: Sender = ana,
): readonly string[] => {
  const ask = ultrawork.messages.find((one) => one.type === type)?.ask?.(run.state(), data);
  const said = `${type} ${told(data)} by ${sender.job ?? sender.kind}`;
  const sent = run.send([{ type, data }], sender);
  const came = isRefusal(sent)
    ? (sent.more ?? [sent]).map(({ code, text, pointer = "", fits = "" }) =>
        told({ [code]: text, fits, pointer }),
      )
    : run
        .log()
        .slice(run.log().length - sent.length)
        .map((event) => told({ [event.type]: event.data }));
  return [
    ask ? `${said}, which asks ${told(ask)}` : said,
    `  ${came.length === 0 ? "nothing" : came.join(" ")}`,
  ];
};
