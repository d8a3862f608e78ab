// Restore of a lost run from its export: verified first, same hashes, never over another history.
import { isAbsolute } from "node:path";
import type { Protocol } from "../../core/protocol.ts";
import { isRefusal, type Refusal, refuse } from "../../core/refusal.ts";
import type { Digest, Draft } from "../../core/row.ts";
import { isWithin } from "../../core/within.ts";
import { mostFence } from "../../ledger/ledger.ts";
import type { Ground } from "../../workspace/workspace.ts";
import { commit } from "../send/commit.ts";
import { type Engine, groundOf } from "../engine.ts";
import { emptyFold, type Folded, recorded } from "../fold.ts";
import { endLease, takeLease } from "../jobs/leases.ts";
import { onFault } from "../on-fault.ts";
import { allOf, onlyInGit, readAnchors } from "./anchors.ts";
import { outputBytes, readLine } from "./export-lines.ts";
import { type Restored, type RestoreFinding, setAside, type TextLine } from "./finding.ts";
import { againstAnchors, commonVersion } from "./history.ts";
import { type ExportContents, readExport } from "./read-export.ts";

export type RestoreAsk = {
  /** The file's lines from the first; may be called repeatedly. */
  readonly lines: () => AsyncIterable<TextLine>;
  readonly dry: boolean;
  /** As in cards: the root to use if the original one doesn't exist here. */
  readonly root: string;
  /** The run has new events. */
  readonly due: (run: string) => void;
};

type Made = {
  readonly folded: Folded;
  readonly fence: number;
  readonly outputs: ReadonlySet<Digest>;
};

/** The chain doesn't cover the root: it is only used if it stays within the repository's base. */
const rootHere = async (engine: Engine, said: string, own: string): Promise<string> =>
  !isAbsolute(said) &&
  !said.split("/").includes("..") &&
  (await engine.workspace.isFolder(engine.resolve(engine.base, said)))
    ? said
    : own;

/** Far more grants than occur between two events: one forged event must not bring a run so close to mostFence that its exports are refused. */
const leap = 1_000_000_000;
const isFence = (fence: unknown, before: number): boolean =>
  Number.isInteger(fence) &&
  Number(fence) >= 1 &&
  Number(fence) <= Math.min(mostFence, before + leap);

const broken = (text: string, fits: string): Refusal => refuse("EXPORT_BROKEN", text, { fits });
const forged = "the export was forged: ask where it comes from";

/** Folds the events; a refusal if the rules can't read them, or they name a fence that was never granted. */
const fold = (
  protocol: Protocol,
  root: string,
  origin: string | null,
  rows: readonly Draft[],
): Made | Refusal => {
  let folded = emptyFold(protocol, root, origin);
  let fence = 0;
  const outputs = new Set<Digest>();
  for (const row of rows) {
    const { version, type, hash: head, at } = row;
    try {
      const event = recorded(row);
      const named = event.by.fence ?? null;
      if (named !== null && !isFence(named, fence))
        return broken(
          `event ${version} (${type}) names the fence ${JSON.stringify(named)}, which no ledger grants`,
          forged,
        );
      fence = Math.max(fence, named ?? 0);
      for (const name of protocol.refers?.of(event).outputs ?? []) outputs.add(name);
      folded = { ...folded, state: protocol.evolve(folded.state, event), version, head, at };
    } catch {
      return broken(
        `event ${version} (${type}) is none that ${protocol.name} knows, though its hash is right`,
        `a newer cairn may have written it: update this one; else ${forged}`,
      );
    }
  }
  const place = protocol.place(folded.state);
  return place.split("/").includes("..") || place.includes("\0")
    ? broken(
        `its events lead to the folder ${JSON.stringify(place)}, which no rules would have allowed`,
        forged,
      )
    : { folded, fence, outputs };
};

/** Keeps old tokens stale: raises the fence above all that the events name, using a job that nothing else can hold. */
const raiseFence = async (engine: Engine, run: string, least: number): Promise<void> => {
  if (least === 0) return;
  const holder = { name: "restore", agent: null, conversation: null };
  const job = `restored-${engine.chance(20)}`;
  const lease = await takeLease(engine, { run, job, holder, ms: 1, least });
  if (lease !== null) await endLease(engine, lease);
};

/** Appends what is missing; returns the run's previous version, or a refusal. */
const append = async (
  engine: Engine,
  run: string,
  rows: readonly Draft[],
  { folded, fence }: Made,
  dry: boolean,
): Promise<number | Refusal> => {
  const before = (await engine.ledger.runs({ run }))[0]?.version ?? 0;
  const common = await commonVersion(engine, run, rows);
  if (isRefusal(common) || common >= rows.length) return isRefusal(common) ? common : before;
  if (common < before)
    return refuse(
      "LEDGER_DAMAGED",
      `the run's card says version ${before}, its events end at ${common}`,
      { fits: `nothing was changed; ${setAside}` },
    );
  if (dry) return before;
  // Before the run can be driven: even if this restore is interrupted, no fence is granted twice.
  await raiseFence(engine, run, fence);
  const card = commit.cardOf(run, folded, folded.at ?? engine.now());
  const after = rows[before - 1]?.hash;
  const answer = await engine.ledger.append(run, before, rows.slice(before), card, {
    restored: true,
    ...(after === undefined ? {} : { after }),
  });
  const fits = "restore it into a ledger of its own (--ledger)";
  if (answer.is === "appended") return before;
  if (answer.is === "taken")
    return answer.what === "place"
      ? refuse("FOLDER_TAKEN", `run ${answer.run} has this folder already`, { fits })
      : refuse("RUN_EXISTS", `run ${answer.run} was started from the same place already`, { fits });
  if (answer.is === "repeated")
    return refuse(
      "RUN_EXISTS",
      `run ${answer.rows[0]?.run ?? ""} was started by the same command already`,
      { fits },
    );
  return refuse("RUN_LIVE", `run ${run} is being written to`, {
    fits: "let its runner end or pause, then restore",
  });
};

/** A folder outside of the repository that nothing here knows is another repository's, which may still use it. */
const folderTaken = async (
  { workspace }: Engine,
  run: string,
  { root, place }: Ground,
): Promise<Refusal | null> =>
  place === null ||
  isWithin(root, place) ||
  !(await workspace.isFolder(place)) ||
  (await workspace.projected(run)) !== null
    ? null
    : refuse("FOLDER_TAKEN", `the run's folder is there already, outside of this repository`, {
        fits: "go on with the run in the repository that it is from; or move that folder away, then restore: its files are made anew",
        path: place,
      });

/** Brings outputs back that trusted events name, in a second reading of the file. */
const restoreOutputs = async (
  engine: Engine,
  { lines, dry }: RestoreAsk,
  read: ExportContents,
  named: ReadonlySet<Digest>,
  findings: RestoreFinding[],
): Promise<number> => {
  const missing = new Map<number, Digest>();
  for (const name of named) {
    const line = read.outputs.get(name);
    await onFault(
      async () => {
        if ((await engine.workspace.kept(name)) === null && line !== undefined)
          missing.set(line, name);
      },
      ({ code, message }) => {
        const text = `${message}: it is left as it is`;
        findings.push({ line: 0, code, severity: "error", text });
      },
    );
  }
  if (dry || missing.size === 0) return missing.size;
  let restored = 0;
  for await (const { number, bytes } of lines()) {
    if (!missing.has(number)) continue;
    const line = readLine(bytes);
    const whole = line?.is === "output" ? outputBytes(line.output) : null;
    if (whole !== null && (await engine.workspace.keep(whole)) === missing.get(number))
      restored += 1;
    else {
      const text = "the file changed while it was read: this output was not brought back";
      findings.push({ line: number, code: "OUTPUT_BROKEN", severity: "error", text });
    }
  }
  return restored;
};

/** Refusals: those of reading, PROTOCOL_UNKNOWN, HISTORY_FORKS, FOLDER_TAKEN, RUN_EXISTS. An older export changes nothing. */
export const restore = async (engine: Engine, ask: RestoreAsk): Promise<Restored | Refusal> => {
  const read = await readExport(ask.lines());
  if (isRefusal(read)) return read;
  const { header, rows } = read;
  const { run } = header;
  const protocol = await engine.protocol(header.protocol);
  if (protocol === undefined)
    return refuse(
      "PROTOCOL_UNKNOWN",
      `the run is of protocol ${header.protocol}, which this program doesn't know`,
      { fits: `there are: ${engine.protocols.join(", ")}; a newer cairn may have written it` },
    );
  const [card] = await engine.ledger.runs({ run });
  const root = card?.root ?? (await rootHere(engine, header.root, ask.root));
  const made = fold(protocol, root, card === undefined ? header.origin : card.origin, rows);
  if (isRefusal(made)) return made;
  const ground = groundOf(engine, made.folded);
  const anchored = await readAnchors(engine, ground, run);
  const anchors = allOf(anchored);
  const wrong = againstAnchors(anchors, rows);
  const isNew = card === undefined && anchors.length === 0;
  const no = wrong ?? (isNew ? await folderTaken(engine, run, ground) : null);
  if (no !== null) return no;
  const before = await append(engine, run, rows, made, ask.dry);
  if (isRefusal(before)) return before;
  const added = rows.length > before;
  const version = added ? rows.length : before;
  const findings = [...read.findings];
  const outputs = await restoreOutputs(engine, ask, read, made.outputs, findings);
  if (!ask.dry) await (await import("../shelf/named.ts")).shelveAll(engine, made.outputs);
  if (added && !ask.dry) {
    // Anchors that only git has are copied back to the file beside the database.
    for (const anchor of onlyInGit(anchored)) await engine.workspace.anchor(run, anchor);
    ask.due(run);
  }
  if (header.root !== root && card === undefined) {
    const text = `its root ${header.root} isn't here: it belongs to ${root} now`;
    findings.push({ line: 1, code: "ROOT_CHANGED", severity: "warning", text });
  }
  return {
    run,
    protocol: protocol.name,
    folder: ground.place ?? ground.root,
    events: rows.length,
    before,
    version,
    outputs,
    findings,
    bad: read.bad,
  };
};
