// What other machines did is brought here before anything rests on it: on less, a job would do it again, or undo it.
import { isCommitId } from "../../core/commit-id.ts";
import { howMany } from "../../core/how-many.ts";
import { Fault } from "../../core/refusal.ts";
import { shortId } from "../../core/short-id.ts";
import { siteOf } from "../../work/site.ts";
import { type Engine, groundOf } from "../engine.ts";
import { type Folded, recorded } from "../fold.ts";
import { placeSite } from "../landing/where.ts";
import { pagesOf } from "../pages.ts";
import { createTroubles } from "../runner/troubles.ts";
import { neededOf, remoteOf } from "./remote.ts";

type At = Pick<Folded, "protocol" | "state" | "root" | "version">;

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
const wordsOf = ({ message, hint }: Fault): string => `${message}: ${hint.replace(/; then repeat$/u, "")}`;

/** Brings what the run stands on, and keeps what landed; null: all is here. Fault REMOTE_FAILED. */
const broughtHere = async (engine: Engine, run: string, folded: Folded): Promise<Fault | null> => {
  const site = siteOf(folded.state);
  if (!engine.shared || site === null || site.dropped) return null;
  const places = await engine.workspace.places();
  const at = placeSite(engine, run, folded);
  const remote = remoteOf(engine);
  let missing = await places.lacks(at, neededOf(site));
  if (missing.length > 0 && remote !== null) {
    await places.bring(at, remote);
    missing = await places.lacks(at, missing);
  }
  if (missing.length > 0) return lackOf(missing, remote);
  await places.follow(at, 0, site.base.commit);
  if (site.landed > 0) await places.follow(at, site.landed, site.head.commit);
  return null;
};

/** What of it isn't here, in words, without asking the remote; null: all is. */
export const lackingHere = async (engine: Engine, run: string, folded: Folded): Promise<string | null> => {
  const site = siteOf(folded.state);
  if (!engine.shared || site === null || site.dropped) return null;
  const missing = await (await engine.workspace.places()).lacks(placeSite(engine, run, folded), neededOf(site));
  return missing.length === 0 ? null : wordsOf(lackOf(missing, remoteOf(engine)));
};

/** Faults: COMMIT_AWAY, REMOTE_FAILED. */
export const mustBring = async (engine: Engine, run: string, folded: Folded): Promise<void> => {
  const lack = await broughtHere(engine, run, folded);
  if (lack !== null) throw lack;
};

/** Commits that events of a run without places name, and this repository doesn't have. */
const createNamed = (engine: Engine, run: string): ((folded: At) => Promise<string | null>) => {
  let looked = 0;
  const missing = new Set<string>();
  return async (folded) => {
    const { refers } = folded.protocol;
    if (refers === undefined) return null;
    for await (const rows of pagesOf(engine.ledger, run, looked))
      for (const row of rows) {
        looked = row.version;
        if (!refers.types.includes(row.type)) continue;
        for (const commit of refers.of(recorded(row)).commits ?? []) if (isCommitId(commit)) missing.add(commit);
      }
    if (missing.size === 0) return null;
    const { commits, repo } = await engine.workspace.facts(groundOf(engine, folded), { commits: [...missing] }, engine.now());
    if (repo === null) return "the run's work has commits, and this tree lies in no git repository";
    for (const [commit, there] of Object.entries(commits)) if (there) missing.delete(commit);
    return missing.size === 0
      ? null
      : `this checkout lacks ${howMany(missing.size, "commit")} that the run's work stands on, such as ${shortId([...missing][0] ?? "")}: bring it by git`;
  };
};

/** A remote that had nothing new, or didn't answer, is asked again after so long, in ms. */
const againMs = 5_000;

/** Why nothing may begin here now; null: it may. Tells what lasts. */
export const createArrivals = (engine: Engine, run: string, warn: (text: string) => void): ((folded: Folded) => Promise<string | null>) => {
  const now = (): number => Date.parse(engine.now());
  const tell = createTroubles(warn, now);
  const named = createNamed(engine, run);
  let last: { readonly version: number; readonly at: number; readonly why: string | null } | null = null;
  const look = async (folded: Folded): Promise<string | null> => {
    try {
      if (siteOf(folded.state) === null) return await named(folded);
      const lack = await broughtHere(engine, run, folded);
      return lack === null ? null : wordsOf(lack);
    } catch (error) {
      if (error instanceof Fault) return error.message;
      throw error;
    }
  };
  return async (folded) => {
    if (!engine.shared) return null;
    const { version } = folded;
    const isKnown = last !== null && (last.why === null ? last.version === version : now() - last.at < againMs);
    if (!isKnown) last = { version, at: now(), why: await look(folded) };
    const why = last?.why ?? null;
    tell("behind", why);
    return why;
  };
};
