// Fetching of other machines' work before anything depends on it: otherwise a job would repeat or revert it.
import { Fault } from "../../core/refusal.ts";
import { shortId } from "../../core/words/short-id.ts";
import { siteOf } from "../../landing/site.ts";
import type { PlaceSite } from "../../workspace/workspace.ts";
import { type Engine, groundOf } from "../engine.ts";
import { type Folded, pagesOf, recorded } from "../fold.ts";
import { placeSite } from "../landing/where.ts";
import { createTroubles } from "../runner/troubles.ts";
import { againMs, isAway, neededOf, remoteOf } from "./remote.ts";
import { isCommitId } from "../../core/commit-id.ts";
import { howMany } from "../../core/words/how-many.ts";

/** Commits in its events that this repository lacks, in words; null: none. */
const createMissing = (
  engine: Engine,
  run: string,
): ((folded: Folded) => Promise<string | null>) => {
  let looked = 0;
  const missing = new Set<string>();
  return async (folded) => {
    const { refers } = folded.protocol;
    if (refers === undefined) return null;
    for await (const rows of pagesOf(engine.ledger, run, looked))
      for (const row of rows) {
        looked = row.version;
        if (!refers.types.includes(row.type)) continue;
        for (const commit of refers.of(recorded(row)).commits ?? [])
          if (isCommitId(commit)) missing.add(commit);
      }
    if (missing.size === 0) return null;
    const { commits, repo } = await engine.workspace.facts(
      groundOf(engine, folded),
      { commits: [...missing] },
      engine.now(),
    );
    if (repo === null) return "the run's work has commits, and this tree lies in no git repository";
    for (const [commit, there] of Object.entries(commits)) if (there) missing.delete(commit);
    return missing.size === 0
      ? null
      : `this checkout lacks ${howMany(missing.size, "commit")} that the run's work stands on, such as ${shortId([...missing][0] ?? "")}: bring it by git`;
  };
};

const lackOf = (commits: readonly string[], remote: string | null): Fault => {
  const [first = "", ...more] = commits;
  const named = `${shortId(first)}${more.length === 0 ? "" : ` and ${more.length} more`}`;
  return new Fault(
    "COMMIT_AWAY",
    `this machine lacks the commit ${named} that the run's work stands on`,
    remote === null
      ? "name the remote that all machines push to, as `git.remote` in cairn.config.json, or bring it by git; then repeat"
      : `${remote} doesn't have it: a runner on the machine that made it sends it (\`cairn run\` there); then repeat`,
  );
};
/** As a separate line. */
export const wordsOf = ({ message, hint }: Fault): string =>
  `${message}: ${hint.replace(/; then repeat$/u, "")}`;

/** Fetches missing commits. Faults: COMMIT_AWAY, REMOTE_FAILED. */
export const mustHave = async (
  engine: Engine,
  at: PlaceSite,
  commits: readonly string[],
): Promise<void> => {
  const places = await engine.workspace.places();
  const remote = remoteOf(engine);
  let missing = await places.lacks(at, commits);
  if (missing.length > 0 && remote !== null) {
    await places.bring(at, remote);
    missing = await places.lacks(at, missing);
  }
  if (missing.length > 0) throw lackOf(missing, remote);
};

/** Fetches the commits that the run needs, and keeps landed ones. Faults: COMMIT_AWAY, REMOTE_FAILED. */
export const mustBring = async (engine: Engine, run: string, folded: Folded): Promise<void> => {
  const site = siteOf(folded.state);
  if (!engine.shared || site === null || site.dropped) return;
  const at = placeSite(engine, run, folded);
  await mustHave(engine, at, neededOf(site));
  const places = await engine.workspace.places();
  await places.follow(at, 0, site.base.commit);
  if (site.landed > 0) await places.follow(at, site.landed, site.head.commit);
};

/** The commits missing here, in words, without contacting the remote; null: none. */
export const lackingHere = async (
  engine: Engine,
  run: string,
  folded: Folded,
): Promise<string | null> => {
  const site = siteOf(folded.state);
  if (site === null || site.dropped) return null;
  const missing = await (
    await engine.workspace.places()
  ).lacks(placeSite(engine, run, folded), [site.base.commit, ...neededOf(site)]);
  if (missing.length === 0) return null;
  const remote = remoteOf(engine);
  return remote === null
    ? wordsOf(lackOf(missing, null))
    : `the newest of its commits isn't on this machine yet; \`cairn diff ${run}\` brings it from ${remote}`;
};

/** Why nothing may begin here now; null: it may. Reports persistent problems. */
export const createArrivals = (
  engine: Engine,
  run: string,
  warn: (text: string) => void,
): ((folded: Folded) => Promise<string | null>) => {
  const now = (): number => Date.parse(engine.now());
  const tell = createTroubles(warn, now);
  const missingHere = createMissing(engine, run);
  let last: { readonly version: number; readonly at: number; readonly why: string | null } | null =
    null;
  const look = async (folded: Folded): Promise<string | null> => {
    if (siteOf(folded.state) === null) return missingHere(folded);
    try {
      await mustBring(engine, run, folded);
      return null;
    } catch (error) {
      if (!isAway(error)) throw error;
      return wordsOf(error);
    }
  };
  return async (folded) => {
    if (!engine.shared) return null;
    const { version } = folded;
    const isKnown =
      last !== null && (last.why === null ? last.version === version : now() - last.at < againMs);
    if (!isKnown) last = { version, at: now(), why: await look(folded) };
    const why = last?.why ?? null;
    tell("behind", why);
    return why;
  };
};
