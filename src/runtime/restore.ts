// Restore of a lost run from its export: verified first, same hashes, never over another history.
import { isAbsolute } from "node:path";
import type { Protocol } from "../core/protocol.ts";
import { isRefusal, type Refusal, refuse } from "../core/refusal.ts";
import type { Digest, Draft } from "../core/row.ts";
import { mostFence } from "../ledger/ledger.ts";
import type { Anchor } from "../workspace/workspace.ts";
import { commit } from "./commit.ts";
import { type Engine, groundOf } from "./engine.ts";
import { emptyFold, type Folded, recorded } from "./fold.ts";
import { againstAnchors, commonVersion } from "./restore/compare.ts";
import { otherLedger } from "./restore/other-ledger.ts";
import { restoreOutputs } from "./restore/outputs.ts";
import { type ExportContents, readExport } from "./restore/read.ts";
import type { Restored, RestoreFinding, TextLine } from "./findings.ts";
import { onlyInGit, readAnchors } from "./verify/anchored.ts";
import { endLease, takeLease } from "./leases.ts";

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

/** How often another process may append meanwhile. */
const rounds = 5;

/** The chain doesn't cover the root: it is only used if it stays within the repository's base. */
const rootHere = async (engine: Engine, said: string, own: string): Promise<string> => {
  const leaves = isAbsolute(said) || said.split("/").includes("..");
  if (said === own) return own;
  return !leaves && (await engine.workspace.isFolder(engine.resolve(engine.base, said)))
    ? said
    : own;
};

/** Far more grants than occur between two events: a single forged event must not bring a run so close to mostFence that its exports are refused. */
const leap = 1_000_000_000;
const isFence = (fence: unknown, before: number): boolean =>
  Number.isInteger(fence) &&
  Number(fence) >= 1 &&
  Number(fence) <= Math.min(mostFence, before + leap);

/** Folds the events; a refusal if the rules can't read them, or they name a fence that was never granted. */
const fold = (
  protocol: Protocol,
  root: string,
  origin: string | null,
  rows: readonly Draft[],
): Made | Refusal => {
  const empty = emptyFold(protocol, root, origin);
  let { state } = empty;
  let fence = 0;
  const outputs = new Set<Digest>();
  for (const row of rows) {
    try {
      const event = recorded(row);
      const named = event.by.fence ?? null;
      if (named !== null && !isFence(named, fence))
        return refuse(
          "EXPORT_BROKEN",
          `event ${row.version} (${row.type}) names the fence ${JSON.stringify(named)}, which no ledger grants`,
          { fits: "the export was forged: ask where it comes from" },
        );
      fence = Math.max(fence, named ?? 0);
      for (const name of protocol.refers?.of(event).outputs ?? []) outputs.add(name);
      state = protocol.evolve(state, event);
    } catch {
      return refuse(
        "EXPORT_BROKEN",
        `event ${row.version} (${row.type}) is none that ${protocol.name} knows, though its hash is right`,
        { fits: "a newer cairn may have written it: update this one; else the export was forged" },
      );
    }
  }
  const last = rows.at(-1);
  if (last === undefined || state === null)
    return refuse("EXPORT_BROKEN", "its events make no run", {
      fits: "take another copy of the export",
    });
  return {
    folded: { ...empty, state, version: last.version, head: last.hash, at: last.at },
    fence,
    outputs,
  };
};

/** Keeps old tokens stale: raises the fence above all that the events name, using a job that nothing else can hold. */
const raiseFence = async (engine: Engine, run: string, least: number): Promise<void> => {
  if (least === 0) return;
  const holder = { name: "restore", agent: null, conversation: null };
  const job = `restored-${engine.chance(20)}`;
  const lease = await takeLease(engine, { run, job, holder, ms: 1, least });
  if (lease !== null) await endLease(engine, lease);
};

const ahead = (anchors: readonly Anchor[], version: number): readonly RestoreFinding[] => {
  const most = anchors.reduce((high, anchor) => Math.max(high, anchor.version), 0);
  const text = `version ${most} was anchored here, and the run now ends at ${version}: an export that reaches farther has the rest`;
  return most <= version ? [] : [{ line: 0, code: "ANCHOR_AHEAD", text }];
};

type Target = { readonly run: string; readonly read: ExportContents; readonly made: Made };

/** Appends what is missing; returns the run's previous version, or a refusal. */
const append = async (
  engine: Engine,
  { run, read, made }: Target,
  dry: boolean,
): Promise<number | Refusal> => {
  for (let round = 0; round < rounds; round += 1) {
    const before = (await engine.ledger.runs({ run }))[0]?.version ?? 0;
    const common = await commonVersion(engine, run, read.rows);
    if (isRefusal(common)) return common;
    if (common >= read.rows.length || dry) return before;
    if (common < before)
      return refuse(
        "LEDGER_DAMAGED",
        `the run's card says version ${before}, its events end at ${common}`,
        { fits: "`cairn verify` names all that is damaged" },
      );
    // Before the run can be driven: even if this restore is interrupted, no fence is granted twice.
    if (round === 0) await raiseFence(engine, run, made.fence);
    const rows = read.rows.slice(before);
    const card = commit.cardOf(run, made.folded, made.folded.at ?? engine.now());
    const answer = await engine.ledger.append(run, before, rows, card, {
      restored: true,
      ...(before === 0 ? {} : { after: read.rows[before - 1]?.hash ?? "" }),
    });
    if (answer.is === "appended") return before;
    if (answer.is === "taken") {
      const whose =
        answer.what === "place"
          ? "has this folder already"
          : "was started from the same place in its parent already";
      return refuse(
        answer.what === "place" ? "FOLDER_TAKEN" : "RUN_EXISTS",
        `run ${answer.run} ${whose}`,
        { fits: "restore it into a ledger of its own (--ledger), or archive that run first" },
      );
    }
    if (answer.is === "repeated")
      return refuse(
        "RUN_EXISTS",
        `run ${answer.rows[0]?.run ?? ""} was started by the same command already`,
        { fits: "restore it into a ledger of its own (--ledger)" },
      );
  }
  return refuse(
    "RUN_LIVE",
    `run ${run} is being written to: what is missing changes all the time`,
    { fits: "let its runner end or pause, then restore" },
  );
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
  const place = protocol.place(made.folded.state);
  if (place.split("/").includes("..") || place.includes("\0"))
    return refuse(
      "EXPORT_BROKEN",
      `its events lead to the folder ${JSON.stringify(place)}, which no rules would have allowed`,
      { fits: "the export was forged: ask where it comes from" },
    );
  const ground = groundOf(engine, made.folded);
  const anchored = await readAnchors(engine.workspace, ground, run);
  const anchors = [...anchored.file, ...(anchored.git ?? [])];
  const wrong = againstAnchors(anchors, rows);
  if (wrong !== null) return wrong;

  const other =
    card === undefined ? await otherLedger(engine, run, anchored.file, ground.place) : [];
  const before = await append(engine, { run, read, made }, ask.dry);
  if (isRefusal(before)) return before;
  const added = rows.length > before;
  const version = added ? rows.length : before;
  const outputs = await restoreOutputs(engine, ask, read, made.outputs);
  if (!ask.dry) await (await import("./shelf/named.ts")).shelveAll(engine, made.outputs);
  if (added && !ask.dry) {
    // Anchors that only git has are copied back to the file beside the database.
    for (const anchor of onlyInGit(anchored)) await engine.workspace.anchor(run, anchor);
    ask.due(run);
  }
  const text = `its root ${header.root} isn't here: it belongs to ${root} now`;
  const isMoved = header.root !== root && card === undefined;
  const moved = isMoved ? [{ line: 1, code: "ROOT_CHANGED", text }] : [];
  return {
    run,
    protocol: protocol.name,
    folder: ground.place ?? ground.root,
    events: rows.length,
    before,
    version,
    outputs: outputs.restored,
    findings: [
      ...read.findings,
      ...outputs.findings,
      ...moved,
      ...other,
      ...ahead(anchors, version),
    ],
    bad: read.bad,
  };
};
