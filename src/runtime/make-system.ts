// Why: the parts of the runtime are put together once, into the object that every surface is given.
import type { Command } from "../core/protocol.ts";
import { Fault, isRefusal, type Refusal, refuse } from "../core/refusal.ts";
import type { Card, Time } from "../core/row.ts";
import { displayPath } from "../core/within.ts";
import type { Config } from "./config.ts";
import { createDue } from "./due.ts";
import { type Engine, groundOf, messageCache } from "./engine.ts";
import { findRun, unknownRun } from "./find.ts";
import { createFolds, type Folded } from "./fold.ts";
import { readLog } from "./history.ts";
import type { Lacks } from "./lacks.ts";
import { createLogs } from "./logs.ts";
import { createPast } from "./past.ts";
import { decisionsOf, pastPicture, pictureOf } from "./picture.ts";
import { createProjector, type ProjectorParts } from "./projector.ts";
import type { Runner } from "./runner-parts.ts";
import type { Door } from "./send.ts";
import type { Sent, System } from "./system.ts";
import type { Timelines } from "./timelines.ts";
import { unassigned } from "./unassigned.ts";
import { viewOf } from "./view.ts";

export type Clocks = Pick<ProjectorParts, "elapsed" | "later">;

export const makeSystem = (engine: Engine, clocks: Clocks, runner: Runner): System => {
  const { ledger, workspace, config } = engine;
  const messages = messageCache();
  const folds = createFolds(engine);
  let opened: Promise<Door> | null = null;
  /** Whoever only looks reads nothing of what decides: it is loaded for the first command. */
  const door: Door = async (request) => {
    opened ??= import("./send.ts").then(({ createDoor }) =>
      createDoor(engine, folds, messages, (run) => projector.due(run)),
    );
    return (await opened)(request);
  };
  let lacks: Lacks | null = null;
  const timelines = async (ends: boolean) =>
    (await import("./timelines.ts")).attemptsOf(engine, past, { ...clocks, ends });
  const attempts: { whole?: Timelines; worked?: Timelines } = {};
  /** Whoever has just configured somebody sees it; a file that can't be read is told by `lacks`. */
  const rolesNow = (): Config => {
    try {
      return engine.configNow?.() ?? config;
    } catch {
      return config;
    }
  };
  const logs = createLogs(engine);
  const past = createPast(logs);
  const projector = createProjector(engine, { ...clocks, folds, door, log: logs });
  const parts = {
    engine,
    folds,
    door,
    messages,
    scan: projector.scan,
    edited: projector.edited,
    later: clocks.later,
  };
  const outside = async () => (await import("./outside.ts")).createOutside(parts);
  const root = rootOf(engine);

  const known = async <T>(
    run: string,
    then: (folded: Folded) => Promise<T> | T,
  ): Promise<T | Refusal> => {
    const folded = await folds.newest(run);
    return folded === null ? unknownRun(run) : then(folded);
  };
  /** What was said of a run reaches the runs that it started, at once and not when somebody drives them. */
  const down = async (run: string, sent: Sent | Refusal): Promise<void> => {
    if (!isRefusal(sent) && sent.events.length > 0 && folds.known(run)?.protocol.nests === true)
      await (await import("./children.ts")).followDown({ engine, folds, door }, run);
  };
  const misnamed = async (commands: readonly Command[]): Promise<Refusal | null> =>
    commands.some(({ type }) => type === "AssignRoles")
      ? (await import("./unknown-agent.ts")).unknownAgent(engine.configNow?.() ?? config, commands)
      : null;
  const protocol: System["protocol"] = async (name) =>
    (await engine.protocol(name)) ??
    refuse("PROTOCOL_UNKNOWN", `there is no protocol ${name}`, {
      fits: `there are: ${engine.protocols.join(", ")}`,
    });

  const system: System = {
    root: engine.root,
    ledger: engine.url,
    config,
    workspace,
    unmoved: async () => (await engine.unmoved?.()) ?? null,
    protocols: engine.protocols,
    protocol,
    runs: (filter) => ledger.runs(filter),
    find: async (name, over) => findRun(await ledger.runs(), name, root, over),
    load: (run) =>
      known(run, async ({ protocol: found, state, version }) => {
        const card = (await ledger.runs({ run }))[0];
        return card === undefined ? unknownRun(run) : { card, protocol: found, state, version };
      }),
    send: async (run, commands, by, id) => {
      const unknown = await misnamed(commands);
      if (unknown !== null) return unknown;
      const sent = await door({
        run,
        said: commands.map((command) => ({ command, by })),
        ...(id === undefined ? {} : { id }),
      });
      await down(run, sent);
      return sent;
    },
    async start(name, data, by, dry = false, then = [], driven, from, id) {
      const found = await protocol(name);
      if (isRefusal(found)) return found;
      const unknown = await misnamed(then);
      if (unknown !== null) return unknown;
      const ask = {
        protocol: found,
        data,
        by,
        origin: null,
        root,
        dry,
        then,
        driven,
        from,
        id,
        scan: projector.scan,
      };
      return (await import("./start.ts")).startRun(engine, door, messages, ask);
    },
    adopt: async (folder, ask) =>
      (await import("./adopt.ts")).adoptFolder(engine, door, messages, { folder, root, ...ask }),
    rows: (run, after, limit, cause) =>
      ledger.read({
        run,
        ...(after === undefined ? {} : { after }),
        ...(limit === undefined ? {} : { limit }),
        ...(cause === undefined ? {} : { cause }),
      }),
    rowsAfter: (after, limit) => ledger.read({ after, ...(limit === undefined ? {} : { limit }) }),
    outage: () => engine.outage?.() ?? null,
    newestSeq: async () => (await import("./newest-seq.ts")).newestSeq(ledger),
    held: async () =>
      (await ledger.leases()).map(({ run, job, holder, fence, until, host }) => ({
        run,
        job,
        holder,
        fence,
        until,
        host,
      })),
    log: (run, until) => readLog(engine, run, until),
    view: (run) => known(run, (folded) => viewOf(engine, run, folded, rolesNow())),
    picture: (run, at) =>
      at === undefined
        ? pictureOf(system, run)
        : known(run, async (folded) => {
            const [card] = await ledger.runs({ run });
            const then = await past.at(run, folded, at);
            const [first, last] = [then?.log[0], then?.log.at(-1)];
            if (card === undefined || then === null || first === undefined || last === undefined)
              return unknownVersion(run, at);
            const where = { run, protocol: card.protocol, folder: system.folder(card) };
            return pastPicture(folded.protocol, then.state, {
              ...where,
              startedAt: first.at,
              at: last.at,
              version: last.version,
            });
          }),
    decisions: (run) => decisionsOf(system, run),
    decision: (run, key) =>
      known(run, async (folded) =>
        (await import("./asked-decision.ts")).askedDecision({ engine, system }, run, folded, key),
      ),
    timeline: (run) =>
      known(run, async (folded) => (attempts.whole ??= await timelines(true))(run, folded)),
    evidence: (run, unit, at) =>
      known(run, async (folded) => {
        if (at === undefined)
          return folded.protocol.evidence(folded.state, await past.log(run, folded), unit);
        const then = await past.at(run, folded, at);
        return then === null
          ? unknownVersion(run, at)
          : folded.protocol.evidence(then.state, then.log, unit);
      }),
    ...createDue(engine, folds),
    claim: async (...asked) => (await outside()).claim(...asked),
    renew: async (...asked) => (await outside()).renew(...asked),
    release: async (...asked) => (await outside()).release(...asked),
    report: async (...asked) => (await outside()).report(...asked),
    holder: async (...asked) => (await outside()).holder(...asked),
    brief: (run, job, fence) =>
      known(run, async (folded) =>
        (await import("./brief.ts")).briefOf(engine, run, folded, job, fence),
      ),
    decide: async (run, ...answer) => {
      const sent = await (await outside()).decide(run, ...answer);
      await down(run, sent);
      return sent;
    },
    resume: async (run) => (await import("./resume.ts")).resumeOf(parts, run),
    ofJob: async () => (await import("./of-job.ts")).ofJob(engine),
    files: (run, at) =>
      known(run, async (folded) => {
        const then = await past.at(run, folded, at ?? folded.version);
        return then === null
          ? unknownVersion(run, at ?? folded.version)
          : folded.protocol.write(then.state, then.log);
      }),
    state: (run, at) =>
      known(run, async (folded) => {
        if (at === undefined) return folded.state;
        const then = await past.at(run, folded, at);
        return then === null ? unknownVersion(run, at) : then.state;
      }),
    rootOf: (card) => engine.resolve(engine.base, card.root),
    folder: (card: Card) => engine.resolve(engine.resolve(engine.base, card.root), card.place),
    facts: (run, ask) =>
      known(run, async (folded) => {
        if (engine.shared) await (await import("./carry/bring.ts")).mustBring(engine, run, folded);
        return workspace.facts(groundOf(engine, folded), ask, engine.now());
      }),
    bytes: (run, path) => known(run, (folded) => workspace.bytes(groundOf(engine, folded), path)),
    async messages(name) {
      const found = await engine.protocol(name);
      if (found === undefined)
        throw new Fault(
          "PROTOCOL_UNKNOWN",
          `there is no protocol ${name}`,
          `there are: ${engine.protocols.join(", ")}`,
        );
      return found.messages();
    },
    unassigned: (run) => {
      const worked = async (): Promise<ReadonlySet<string>> => {
        const found = await known(run, async (folded) =>
          (attempts.worked ??= await timelines(false))(run, folded),
        );
        return new Set(
          isRefusal(found)
            ? []
            : found.flatMap(({ kind, role }) => (kind === "agent" && role !== null ? [role] : [])),
        );
      };
      return known(run, (folded) => unassigned(engine, run, folded, worked));
    },
    lacks: (run) =>
      known(run, async (folded) =>
        (lacks ??= (await import("./lacks.ts")).createLacks(engine))(run, folded),
      ),
    runners: () => workspace.runners.all(),
    installed: async (versions) => (await import("./installed.ts")).installedOf(engine, versions),
    notify: async () =>
      config.notify === null
        ? []
        : (await import("./config-notify.ts")).notifyTargets(config.notify),
    unfenced: async () => (await import("./fence-here.ts")).unfencedWords(engine),
    templates: async () => (await import("./templates.ts")).templatesOf(engine),
    starts: async () => (await import("./starts.ts")).startsOf(engine, known),
    outputs: async () => (await import("./output/outputs.ts")).outputsOf({ engine, system }),
    delivery: async () =>
      (await import("./delivery.ts")).deliveryOf({ engine, root, folds, door, log: past.log }),
    drive: (run, options) => runner.drive(parts, run, options),
    interrupt: (run, progress) => runner.interrupt(parts, run, progress),
    stop: async (run, job, how = {}) => {
      const found = await system.job(run, job);
      if (isRefusal(found)) return found;
      const end = (): Promise<readonly string[]> =>
        runner.interrupt(parts, run, () => undefined, found.job.key);
      return (await import("./stop-job.ts")).stopJob(found, { end, send: system.send }, how);
    },
    ...(engine.ledgerEnv === undefined ? {} : { runnerEnv: engine.ledgerEnv }),
    runner: (run) => [
      ...engine.hostArgv.slice(0, -1),
      "run",
      run,
      "--root",
      engine.root,
      "--ledger",
      engine.url,
      "--no-input",
    ],
    scan: projector.scan,
    used: async (run) => (await import("../core/usage.ts")).alone(await workspace.used(run)),
    verify: async (run) => (await import("./verify.ts")).verify(engine, run),
    async export(run, outputs) {
      const card = (await ledger.runs({ run }))[0];
      if (card === undefined) return unknownRun(run);
      const { exportRun } = await import("./export.ts");
      return { events: card.version, lines: exportRun(engine, card, outputs) };
    },
    async restore(lines, dry = false) {
      const { restore } = await import("./restore.ts");
      const due = (run: string): void => {
        folds.forget(run);
        projector.due(run);
      };
      return restore(engine, { lines, dry, root, due });
    },
    async doctor(run, fix) {
      const write = async (one: string): Promise<void> => {
        projector.due(one);
        await projector.settle();
      };
      const { doctor } = await import("./doctor/doctor.ts");
      return doctor({ ...parts, write }, run, fix);
    },
    async strays() {
      const { straysOf } = await import("./strays.ts");
      return straysOf(engine, await ledger.runs());
    },
    recheck: (run, unit) =>
      known(run, async (folded) =>
        (await import("./recheck.ts")).recheck(engine, run, folded, runner.check, unit),
      ),
    checkAgain: async (...asked) => (await outside()).checkAgain(system, runner.check, ...asked),
    watch: (hint) => ledger.watch(hint),
    settle: projector.settle,
    async close() {
      try {
        await projector.settle();
      } finally {
        await ledger.close();
      }
    },
  };
  return system;
};

const unknownVersion = (run: string, at: number | Time): Refusal =>
  refuse("VERSION_UNKNOWN", `run ${run} wasn't yet at ${at}`);

/** The root as cards hold it: relative to the repository's base. */
const rootOf = ({ root, base }: Engine): string => (root === base ? "." : displayPath(base, root));
