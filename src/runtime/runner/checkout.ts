// Why: where machines share a run each has a working tree of its own; a job that began on a tree without the others' work would do it again, or undo it.
import { isCommitId } from "../../core/commit-id.ts";
import { shortId } from "../../core/short-id.ts";
import { Fault } from "../../core/refusal.ts";
import { type Engine, groundOf } from "../engine.ts";
import { type Folded, recorded } from "../fold.ts";
import type { Later } from "../later.ts";
import { pagesOf } from "../pages.ts";
import { type Carrying, createCarrying } from "./carrying.ts";
import type { Room } from "./room.ts";
import { createTroubles } from "./troubles.ts";

/** Where a run stands. */
type At = Pick<Folded, "protocol" | "state" | "root" | "version">;

export type Checkout = Pick<Carrying, "brings" | "retry" | "idle" | "leave"> & {
  /** Why nothing may begin in this tree now; null: it may. `busy`: jobs of ours are at work in it, so it isn't changed under them. What others did is brought beside: the room tells when it is there. */
  ready(folded: At, busy: boolean): Promise<string | null>;
  /** Sends on what a job left in this tree. */
  share: Carrying["send"];
};

export type CheckoutParts = {
  readonly engine: Engine;
  readonly run: string;
  readonly room: Room;
  readonly warn: (text: string) => void;
  readonly later?: Later | undefined;
};

/** So long, in ms, one commit may be missing before that is told once more. */
const lastingMs = 60_000;

export const createCheckout = ({ engine, run, room, warn, later }: CheckoutParts): Checkout => {
  const tell = createTroubles(warn, () => Date.parse(engine.now()));
  const { bring, waits, brings, send, retry, idle, leave } = createCarrying({ engine, run, room, warn, tell, later });
  let looked = 0;
  const missing = new Set<string>();
  /** The commit that has been missing longest, and since when, in ms. */
  let oldest: { readonly commit: string; readonly since: number } | null = null;

  /** Commits that events name and this repository doesn't have. */
  const behind = async (folded: At, busy: boolean): Promise<string | null> => {
    const { refers } = folded.protocol;
    if (!engine.shared || refers === undefined) return null;
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
    const [first] = missing;
    if (first === undefined) return null;
    if (oldest?.commit !== first) oldest = { commit: first, since: Date.parse(engine.now()) };
    const many = missing.size === 1 ? "" : ` and ${missing.size - 1} more`;
    const way =
      engine.config.runner.pull === null
        ? "bring it here, by hand (git fetch) or by runner.pull in cairn.config.json"
        : busy
          ? "runner.pull is run once what is at work in this tree has ended"
          : "runner.pull hasn't brought it yet";
    return `this checkout lacks the commit ${shortId(first)}${many} that the run's work stands on: ${way}`;
  };

  /** Others who work send one commit after another, and while ours work none of them is brought: neither is news. */
  const lasts = (busy: boolean): boolean =>
    !(busy && engine.config.runner.pull !== null) && oldest !== null && Date.parse(engine.now()) - oldest.since >= lastingMs;

  return {
    ready: async (folded, busy) => {
      try {
        if (!busy) bring(folded);
        const why = waits(busy);
        if (why !== null) return why;
        const lacks = await behind(folded, busy);
        tell("look", null);
        tell("behind", lacks, lasts(busy));
        return lacks;
      } catch (error) {
        if (!(error instanceof Fault)) throw error;
        tell("look", error.message);
        return error.message;
      }
    },
    share: send,
    brings,
    retry,
    idle,
    leave,
  };
};
