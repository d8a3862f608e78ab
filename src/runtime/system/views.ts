// Part of the System: views on runs, now and earlier: pictures, files, proofs and attempts.
import type { Ask, Facts } from "../../core/protocol.ts";
import { isRefusal, type Refusal } from "../../core/refusal.ts";
import type { Path, Time } from "../../core/row.ts";
import type { Used } from "../../core/agents/usage.ts";
import type { Criterion, View } from "../../core/view.ts";
import type { Config } from "../config.ts";
import type { Due } from "../jobs/due.ts";
import { configNow, type Engine, groundOf } from "../engine.ts";
import type { Outputs } from "../output/outputs.ts";
import type { Folded } from "../fold.ts";
import { endIn, type Then } from "../fold/past.ts";
import type { Picture, ShownDecision } from "../picture/shape.ts";
import { decisionsOf, pastPicture, type Pictured, pictureOf } from "../views/picture.ts";
import type { Attempt } from "../picture/attempts.ts";
import type { Timelines } from "../views/timeline.ts";
import { viewOf } from "../views/view.ts";
import { withFolded, type Parts, unknownVersion } from "./parts.ts";
import type { Records } from "./records.ts";

export type Views = {
  view(run: string): Promise<View | Refusal>;
  /** The run's state; with `at` (a version or a time) the state then by its rules alone: VERSION_UNKNOWN before its start. */
  picture(run: string, at?: number | Time): Promise<Picture | Refusal>;
  /** The run now, with what each of its jobs at work does. */
  atWork(run: string): Promise<Picture | Refusal>;
  /** Open decisions of the run and of the runs it started. */
  decisions(run: string): Promise<readonly ShownDecision[] | Refusal>;
  /** All attempts: each lease mentioned in events, in order of their start. */
  timeline(run: string): Promise<readonly Attempt[] | Refusal>;
  /** `at`: as proved at a version or a time. */
  evidence(run: string, unit?: string, at?: number | Time): Promise<readonly Criterion[] | Refusal>;
  /** The run's files now or then (a version or a time), from the ledger. */
  files(run: string, at?: number | Time): Promise<Readonly<Record<Path, string>> | Refusal>;
  state(run: string, at?: number | Time): Promise<unknown>;
  facts(run: string, ask: Ask): Promise<Facts | Refusal>;
  /** The bytes of a file below the run's tree or its folder, symbolic links resolved; null: none. Faults PATH_OUTSIDE, FILE_OVERSIZED. */
  bytes(run: string, path: Path): Promise<Uint8Array | null | Refusal>;
  /** Usage of the run's jobs as reported by agents, per job. */
  used(run: string): Promise<readonly Used[]>;
  /** The agents' output and actions. */
  outputs(): Promise<Outputs>;
};

/** Uses the current file, so that new agents show up; `lacks` reports an unreadable file. */
const rolesNow = (engine: Engine): Promise<Config> => configNow(engine).catch(() => engine.config);

/** Queries a run at a version or a time, or now. Refusals RUN_UNKNOWN, VERSION_UNKNOWN. */
const asOf = <T>(
  parts: Parts,
  run: string,
  at: number | Time | undefined,
  tell: (then: Then, folded: Folded) => Promise<T | Refusal> | T | Refusal,
): Promise<T | Refusal> =>
  withFolded(parts, run, async (folded) => {
    const then =
      at === undefined
        ? { state: folded.state, log: await parts.past.log(run, folded) }
        : await parts.past.at(run, folded, at);
    return then === null ? unknownVersion(run, at ?? 0) : tell(then, folded);
  });

const pictureAt = async (
  parts: Parts,
  { runs, folder }: Records,
  run: string,
  at: number | Time,
): Promise<Picture | Refusal> => {
  const [card] = await runs({ run });
  return asOf(parts, run, at, async ({ state, log }, folded) => {
    const [first, last] = [log[0], log.at(-1)];
    if (card === undefined || first === undefined || last === undefined)
      return unknownVersion(run, at);
    const where = { run, protocol: card.protocol, origin: card.origin, folder: folder(card) };
    const when = { startedAt: first.at, at: last.at, version: last.version };
    const end = await endIn(parts.past, run, folded, last.version);
    return pastPicture(folded.protocol, state, { ...where, ...when, ...end });
  });
};

export const createViews = (
  parts: Parts,
  records: Records,
  { standings }: Pick<Due, "standings">,
): Views => {
  const { engine, past, clocks } = parts;
  const { workspace, config } = engine;
  let attempts: Timelines | null = null;
  const view: Views["view"] = (run) =>
    withFolded(parts, run, async (folded) => viewOf(engine, run, folded, await rolesNow(engine)));
  const used: Views["used"] = async (run) =>
    (await import("../../core/agents/usage.ts")).alone(await workspace.used(run));
  const timeline: Views["timeline"] = (run) =>
    withFolded(parts, run, async (folded) => {
      const { attemptsOf } = await import("../views/timeline.ts");
      attempts ??= attemptsOf(engine, past, clocks.later);
      return attempts(run, folded);
    });
  const outputs: Views["outputs"] = async () =>
    (await import("../output/outputs.ts")).outputsOf({ engine, load: records.load, timeline });
  const endedAt: Pictured["endedAt"] = (run) =>
    withFolded(parts, run, (folded) => endIn(past, run, folded, folded.version));
  const pictured: Pictured = { ...records, workspace, config, standings, view, used, endedAt };
  return {
    view,
    picture: (run, at) =>
      at === undefined ? pictureOf(pictured, run) : pictureAt(parts, records, run, at),
    atWork: async (run) => {
      const shown = await pictureOf(pictured, run);
      return isRefusal(shown) || shown.jobs.every(({ is }) => is !== "running")
        ? shown
        : (await outputs()).deeds(shown);
    },
    decisions: (run) => decisionsOf(pictured, run),
    timeline,
    evidence: (run, unit, at) =>
      asOf(parts, run, at, ({ state, log }, { protocol }) => protocol.evidence(state, log, unit)),
    files: (run, at) =>
      asOf(parts, run, at, ({ state, log }, { protocol }) => protocol.write(state, log)),
    state: (run, at) =>
      at === undefined
        ? withFolded(parts, run, ({ state }) => state)
        : asOf(parts, run, at, ({ state }) => state),
    facts: (run, ask) =>
      withFolded(parts, run, async (folded) => {
        if (engine.shared) await (await import("../carry/bring.ts")).mustBring(engine, run, folded);
        return workspace.facts(groundOf(engine, folded), ask, engine.now());
      }),
    bytes: (run, path) =>
      withFolded(parts, run, (folded) => workspace.bytes(groundOf(engine, folded), path)),
    used,
    outputs,
  };
};
