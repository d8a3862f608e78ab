// Adoption of an existing folder as a run: originals saved, event recorded, then files replaced.
import type { Adopted, Source, Quarantined } from "../../core/run-files.ts";
import { takesOver } from "../../core/words/shell-word.ts";
import type { Protocol, Sender } from "../../core/protocol.ts";
import { Fault, isRefusal, type Refusal, refuse } from "../../core/refusal.ts";
import type { Path } from "../../core/row.ts";
import type { View } from "../../core/view.ts";
import { type Engine, groundOf, messagesOf } from "../engine.ts";
import { emptyFold } from "../fold.ts";
import { type Contents, knownOf, ownOf, sought } from "./found-folder.ts";
import type { Door } from "../send.ts";
import type { AdoptedRun } from "../results.ts";
import { wouldAdopt } from "./would-adopt.ts";
import { optionsOf } from "../config/options.ts";
import { nullOnFault } from "../on-fault.ts";

/** Maximum of characters in a run's id. */
const idLength = 12;
/** Maximum of files tried in a folder without a known main file. */
const mostFiles = 100;

export type AdoptAsk = {
  readonly folder: string;
  readonly options: Readonly<Record<string, unknown>>;
  readonly by: Sender;
  /** Relative to the repository's base. */
  readonly root: string;
  readonly dry: boolean;
};

/** Reads a separately named tasks folder as if it lay beside the run's files. */
const named = async (
  engine: Engine,
  options: AdoptAsk["options"],
): Promise<Readonly<Record<Path, Uint8Array>> | Refusal> => {
  const { tasks } = options;
  if (typeof tasks !== "string") return {};
  const folder = await engine.workspace.found(tasks);
  if (folder === null)
    return refuse("FOLDER_MISSING", "the folder of --tasks isn't there", { path: tasks });
  return Object.fromEntries(
    Object.entries(folder.files).flatMap(([path, bytes]) =>
      path.includes("/") ? [] : [[`../tasks/${path}`, bytes] as const],
    ),
  );
};

const takenBy = async (engine: Engine, folder: string): Promise<Refusal | null> => {
  for (const { run, root, place } of await engine.ledger.runs()) {
    const own = engine.resolve(engine.resolve(engine.base, root), place);
    if (own === folder || (await engine.workspace.real(own)) === folder)
      return refuse("FOLDER_TAKEN", `run ${run} has this folder already`, {
        path: folder,
        fits: `continue that run: \`cairn status ${run}\``,
      });
  }
  return null;
};

/** A file below the run's root; files outside count as missing. */
const textBelow =
  (engine: Engine, root: string) =>
  (path: string): Promise<string | null> =>
    nullOnFault(async () => {
      const ground = { root, place: null, ignores: [] };
      const { files } = await engine.workspace.facts(ground, { files: [path] }, engine.now());
      return files[path]?.text ?? null;
    });

const readBy = async (
  engine: Engine,
  all: Source,
  root: string,
): Promise<{ readonly protocol: Protocol; readonly adopted: Adopted } | Refusal> => {
  for (const name of engine.protocols) {
    const protocol = await engine.protocol(name);
    // A single file is no basis if the protocol's runs have folders of their own.
    if (protocol === undefined || (all.options["file"] !== undefined && !protocol.owns)) continue;
    const found = ownOf(protocol, all);
    const outside = await sought(protocol, found, textBelow(engine, root));
    const adopted = await protocol.read({ ...found, files: { ...found.files, ...outside } });
    if (adopted !== null) return isRefusal(adopted) ? adopted : { protocol, adopted };
  }
  return refuse(
    "FORMAT_UNKNOWN",
    `the folder is of no protocol that is known (${engine.protocols.join(", ")})`,
    {
      path: all.folder,
      fits: "a folder that holds the state files of one, such as session.json; `cairn schema` lists the documents",
    },
  );
};

/** The command for a folder whose main file has a name of its own. */
const byFile = async (
  engine: Engine,
  all: Source,
  root: string,
): Promise<Pick<Refusal, "fits">> => {
  const files = Object.keys(all.files).filter((path) => /^[^/]+\.json$/u.test(path));
  for (const file of files.slice(0, mostFiles)) {
    const read = await readBy(engine, { ...all, options: { ...all.options, file } }, root);
    if (!isRefusal(read))
      return { fits: `name the file itself: ${takesOver(`${all.folder}/${file}`)}` };
  }
  return {};
};

/** Projection must not overwrite files that were never read. */
const obstructed = (files: readonly Path[], { unread }: Source): Refusal | null => {
  const stands = unread.find(({ path }) =>
    files.some((file) => file === path || file.startsWith(`${path}/`)),
  );
  return stands === undefined
    ? null
    : refuse(
        "FILE_BROKEN",
        `${stands.path} stands where a file of the run is to be written, and ${stands.why}`,
        {
          path: stands.path,
          fits: "put a plain file or folder in its place, or move it elsewhere",
        },
      );
};

const keepAll = async (
  engine: Engine,
  run: string,
  { found, bytes }: Contents,
  { digests }: Pick<Source, "digests">,
  quarantined: readonly Quarantined[],
): Promise<void> => {
  for (const [path, content] of bytes) {
    if (!Object.hasOwn(digests, path)) continue;
    const kept = await engine.workspace.keep(content);
    if (kept !== found.digests[path])
      throw new Fault(
        "KEPT_DAMAGED",
        `${path} was not kept as it was read`,
        "try again; if it stays so, see to the disk",
      );
  }
  for (const { path, why, text } of quarantined) {
    const content =
      text === undefined
        ? bytes.get(path)
        : text === ""
          ? undefined
          : new TextEncoder().encode(text);
    if (content !== undefined)
      await engine.workspace.setAside(run, path, content, `${path}: ${why}`);
  }
};

/** The folder may be valid for another root: a `.cairn` in a parent folder, or the caller's directory, determines the root. */
const unfit = (engine: Engine, below: Path, place: Path | null, folder: Path): Refusal => {
  const tail = place?.startsWith(`${below}/`) === true ? place.slice(below.length) : null;
  const other = tail !== null && folder.endsWith(tail) ? folder.slice(0, -tail.length) : null;
  return refuse(
    "PLACE_UNFIT",
    `a run of this folder would have its files in ${place ?? "no folder"}`,
    {
      path: folder,
      ...(other === null
        ? {}
        : {
            fits:
              engine.git !== null && other.startsWith(`${below}/`)
                ? `a run's files lie at the top of its repository: put it there, or make ${other} a repository of its own (git init)`
                : `name its own root: --root ${other}`,
          }),
    },
  );
};

/** Counts of the units, by their kind. */
const countedBy = (nodes: View["nodes"]): AdoptedRun["units"] => {
  const work = nodes.filter(({ beside }) => beside !== true);
  return [...Map.groupBy(work, ({ kind }) => kind)].map(([kind, own]) => ({
    kind,
    all: own.length,
    done: own.filter(({ status }) => status === "done").length,
  }));
};

/** Takes over a folder. Refusals: FOLDER_MISSING, FOLDER_TAKEN, FORMAT_UNKNOWN, and the protocol's own. `dry`: writes nothing at all. */
export const adoptFolder = async (
  engine: Engine,
  door: Door,
  ask: AdoptAsk,
): Promise<AdoptedRun | Refusal> => {
  const { by, root, dry } = ask;
  const beside = await engine.workspace.beside(ask.folder);
  const folder = beside ?? (await engine.workspace.found(ask.folder));
  const what =
    beside === null
      ? "there is no such folder"
      : "no run is made of this file alone: name the list of work that it belongs to";
  const missing = refuse("FOLDER_MISSING", what, { path: ask.folder });
  if (folder === null) return missing;
  const other = await takenBy(engine, folder.folder);
  if (other !== null) return other;
  const more = await named(engine, ask.options);
  if (isRefusal(more)) return more;
  const options = beside === null ? ask.options : { ...ask.options, file: beside.file };
  const known = knownOf(folder, more, options);
  const below = engine.resolve(engine.base, root);
  const top = await engine.workspace.real(below);
  const read = await readBy(engine, known.found, top);
  if (isRefusal(read)) {
    if (read.code !== "FORMAT_UNKNOWN") return read;
    return beside === null ? { ...read, ...(await byFile(engine, known.found, top)) } : missing;
  }
  const { protocol, adopted } = read;
  const run = engine.chance(idLength);
  const ground = groundOf(engine, emptyFold(protocol, root, null));
  const types = messagesOf(protocol);
  // A refused run leaves no trace: a `.cairn` created here would become the root of everything below.
  const wanted = types.get(adopted.start.type)?.ask?.(null, adopted.start.data) ?? {};
  const facts = await engine.workspace.facts(ground, { ...wanted, tree: false }, engine.now());
  const taken = wouldAdopt({ protocol, types, now: engine.now }, adopted.start, facts, {
    run,
    root,
    by,
    options: optionsOf(engine.config, protocol),
  });
  if (isRefusal(taken)) return taken;
  const { command, folded, events, files } = taken;
  const { place } = groundOf(engine, folded);
  if (place === null || (await engine.workspace.real(place)) !== folder.folder)
    return unfit(engine, below, place, folder.folder);
  const blocked = obstructed(files, known.found);
  if (blocked !== null) return blocked;
  const { quarantined } = adopted;
  const { nodes, title, warnings } = protocol.view(folded.state);
  const answer = {
    run,
    protocol: protocol.name,
    folder: folder.folder,
    phase: protocol.phase(folded.state),
    title,
    units: countedBy(nodes),
    files: files.map((path) => `${folder.folder}/${path}`),
    corrections: adopted.afterwards?.(events) ?? adopted.corrections,
    quarantined: quarantined.map(({ path, why }) => ({ path, why })),
    warnings: dry ? [] : warnings,
  };
  if (dry) return { ...answer, version: folded.version };
  await keepAll(engine, run, known, ownOf(protocol, known.found), quarantined);
  const sent = await door({
    run,
    said: [{ command, by }],
    birth: { protocol, root, origin: null },
  });
  return isRefusal(sent) ? sent : { ...answer, version: sent.version };
};
