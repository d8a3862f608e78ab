// Screening of a job's objects for forbidden content: large files, likely secrets, nested repositories, the run's own documents.
import { redactions } from "../../core/secrets/redactions.ts";
import { redact } from "../../core/secrets/redact.ts";
import type { Path } from "../../core/row.ts";
import { blobSizes, objectsBy } from "../git/batch.ts";
import { type Ask, readable, splitNames } from "../git/git.ts";
import type { LeftOut } from "../places.ts";
import { demandsIn } from "./demands.ts";
import { fileLimit, isBelow } from "./gather.ts";
import { meantBy } from "./lfs.ts";
import { askStore, inStore, type Repository } from "./repository.ts";
import { indexInfo, isNone, type Raw, rawRecords, treeEntries } from "../git/trees.ts";

/** `name`: bytes in latin1. `before`: the previous blob at that path; null: none. */
export type Blob = { readonly name: string; readonly id: string; readonly before: string | null };
type Count = number | "pointer" | "large";
type Hit = { readonly name: string; readonly why: LeftOut["why"] };

/** Limit for one read. */
const batchBytes = 64 * 1024 * 1024;
const binaryLook = 8_000;

const lines = (out: Buffer): readonly string[] => out.toString("latin1").split("\n");

/** The number of likely secrets in each of some blobs that has any, none in non-text; or why a pointer of LFS can't land. */
const countsOf = async (
  repository: Repository,
  ask: Ask,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Count>> => {
  const counts = new Map<string, Count>();
  for (const found of await objectsBy(ask, ids)) {
    if (found === null) continue;
    const bytes = meantBy(repository, found.bytes, fileLimit);
    if (typeof bytes === "string") counts.set(found.id, bytes);
    if (typeof bytes === "string" || bytes.subarray(0, binaryLook).includes(0)) continue;
    const text = bytes.toString("utf8");
    const safe = redact(text);
    if (safe !== text) counts.set(found.id, Math.max(1, redactions(safe) - redactions(text)));
  }
  return counts;
};

const secretsIn = async (
  repository: Repository,
  ask: Ask,
  ids: readonly string[],
  sizes: ReadonlyMap<string, number>,
) => {
  const found = new Map<string, Count>();
  let [batch, bytes]: [string[], number] = [[], 0];
  const flush = async (): Promise<void> => {
    if (batch.length > 0)
      for (const [id, count] of await countsOf(repository, ask, batch)) found.set(id, count);
    [batch, bytes] = [[], 0];
  };
  for (const id of ids) {
    const size = sizes.get(id);
    if (size === undefined || size > fileLimit) continue;
    if (bytes + size > batchBytes) await flush();
    batch.push(id);
    bytes += size;
  }
  await flush();
  return found;
};

/** A file that had as many likely secrets before adds none. */
const screenBlobs = async (
  repository: Repository,
  blobs: readonly Blob[],
): Promise<readonly Hit[]> => {
  if (blobs.length === 0) return [];
  const ids = [...new Set(blobs.map(({ id }) => id))];
  const ask = askStore(repository);
  const sizes = await blobSizes(ask, ids);
  const secrets = await secretsIn(repository, ask, ids, sizes);
  const old = blobs.flatMap(({ id, before }) =>
    before !== null && secrets.has(id) ? [before] : [],
  );
  const oldSecrets =
    old.length === 0 ? secrets : await secretsIn(repository, ask, old, await blobSizes(ask, old));
  const demands = await demandsIn(repository, blobs);
  return blobs.flatMap(({ name, id, before }): readonly Hit[] => {
    const demand = demands.get(name);
    if (demand !== undefined) return [{ name, why: demand }];
    if ((sizes.get(id) ?? 0) > fileLimit) return [{ name, why: "large" }];
    const [now, then] = [secrets.get(id) ?? 0, oldSecrets.get(before ?? "") ?? 0];
    if (typeof now === "string") return [{ name, why: now }];
    return now > (typeof then === "string" ? 0 : then) ? [{ name, why: "secret" }] : [];
  });
};

const asLeft = ({ name, why }: Hit): LeftOut => ({ path: readable(name), why });
/** Screens changes of an index to a commit, and reverts hits. */
export const screenIndex = async (
  repository: Repository,
  ask: Ask,
  commit: string,
): Promise<readonly LeftOut[]> => {
  const changed = rawRecords(
    (await ask(["diff-index", "--cached", "--no-renames", "-z", commit])).out,
  );
  const news = changed.filter(({ mode }) => /^1[02]/u.test(mode));
  const blobs = news.map(({ name, id, oldId }) => ({
    name,
    id,
    before: isNone(oldId) ? null : oldId,
  }));
  const hits = new Map((await screenBlobs(repository, blobs)).map((hit) => [hit.name, hit]));
  for (const hit of nested(changed)) hits.set(hit.name, hit);
  const back = changed
    .filter(({ name }) => hits.has(name))
    .map(({ name, oldMode: mode, oldId: id }) => ({ name, mode, id }));
  if (back.length > 0)
    await ask(["update-index", "-z", "--index-info"], { input: indexInfo(back) });
  return [...hits.values()].map(asLeft);
};

const gitlink = "160000";
/** A nested repository's content is in no tree and would be lost. An existing one stays unchanged. */
const nested = (changed: readonly Raw[]): readonly (Hit & { readonly id: string })[] =>
  changed.flatMap(({ name, mode, id, oldId }) =>
    mode === gitlink && id !== oldId ? [{ name, id, why: "nested" }] : [],
  );

const treeMap = async (
  repository: Repository,
  commit: string,
): Promise<ReadonlyMap<string, string>> =>
  new Map((await treeEntries(askStore(repository), commit)).map(({ name, id }) => [name, id]));

/** Changes of each commit in a range, against each of its parents. */
const changesIn = async (
  repository: Repository,
  range: readonly string[],
): Promise<readonly Raw[]> => {
  const words = [
    "log",
    "-m",
    "--root",
    "--no-abbrev",
    "--no-renames",
    "--format=",
    "--raw",
    "-z",
    ...range,
  ];
  return rawRecords((await inStore(repository, words)).out);
};

/** Commits whose messages seem to contain a secret. */
const saidIn = async (
  repository: Repository,
  range: readonly string[],
): Promise<readonly LeftOut[]> => {
  const said = splitNames(
    (await inStore(repository, ["log", "-z", "--format=%H%n%B", ...range])).out,
  ).map(readable);
  return said.flatMap((text) =>
    redact(text) === text
      ? []
      : [{ path: `the message of commit ${text.slice(0, 12)}`, why: "message" }],
  );
};

/** Screens all objects of the commits, including those removed again later. */
export const screenHistory = async (
  repository: Repository,
  {
    from,
    head,
    known,
    documents,
  }: {
    readonly from: string;
    readonly head: string;
    readonly known: readonly string[];
    readonly documents: readonly Path[];
  },
): Promise<readonly LeftOut[]> => {
  const range = [head, `^${from}`, ...known.map((commit) => `^${commit}`)];
  const objects = lines((await inStore(repository, ["rev-list", "--objects", ...range])).out);
  const named = objects.flatMap((line) => {
    const [, id = "", name = ""] = /^([0-9a-f]{40,64}) (.+)$/su.exec(line) ?? [];
    return id === "" ? [] : [{ id, name }];
  });
  const [changed, said] = [await changesIn(repository, range), await saidIn(repository, range)];
  const links = nested(changed);
  const before =
    named.length + links.length === 0 ? new Map<string, string>() : await treeMap(repository, from);
  const hits = await screenBlobs(
    repository,
    named.map(({ id, name }) => ({ id, name, before: before.get(name) ?? null })),
  );
  const own = new Set(changed.flatMap(({ name }) => (isBelow(name, documents) ? [name] : [])));
  const found = [
    ...hits,
    ...links.filter(({ name, id }) => before.get(name) !== id),
    ...[...own].map((name): Hit => ({ name, why: "document" })),
  ];
  return [
    ...said,
    ...[...new Map(found.map((hit) => [`${hit.why} ${hit.name}`, hit])).values()].map(asLeft),
  ];
};
