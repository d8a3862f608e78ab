// Why: where machines share a run each has a working tree of its own; a job that began on a tree without the others' work would do it again, or undo it.
import type { Check } from "../../core/job.ts";
import { Fault } from "../../core/refusal.ts";
import { type Engine, groundOf } from "../engine.ts";
import { type Folded, recorded } from "../fold.ts";
import { pagesOf } from "../pages.ts";
import { checkHere } from "./check-here.ts";

/** Where a run stands. */
type At = Pick<Folded, "protocol" | "state" | "root" | "version">;

export type Checkout = {
  /** Why nothing may begin in this tree now; null: it may. `busy`: agents of ours are at work in it, so it isn't changed under them. */
  ready(folded: At, busy: boolean): Promise<string | null>;
  /** Sends on what a job left in this tree. */
  share(folded: At): Promise<void>;
  /** Tries again what couldn't be sent on: others may wait for it, whether anything is to begin here or not. */
  retry(folded: At, busy: boolean): Promise<void>;
};

export type CheckoutParts = {
  readonly engine: Engine;
  readonly run: string;
  readonly warn: (text: string) => void;
};

/** How long one of the commands may take, in ms. */
const commandMs = 600_000;
/** What failed is tried again after so long, in ms; so is bringing where nothing tells that there is anything new. */
const againMs = 5_000;

type Trouble = "pull" | "push" | "behind" | "look";
const over: Readonly<Record<Trouble, string>> = {
  pull: "what others did is brought here again",
  push: "what was done here is sent on now",
  behind: "this checkout has now what the run's work stands on",
  look: "this checkout can be looked at again",
};
/** In ms. */
const momentMs = 10_000;

export const createCheckout = ({ engine, run, warn }: CheckoutParts): Checkout => {
  const { pull, push } = engine.config.runner;
  let looked = 0;
  const missing = new Set<string>();
  let brought: { readonly version: number; readonly at: number; readonly why: string | null } | null = null;
  let owes = false;
  let retriedAt = Number.NEGATIVE_INFINITY;
  const troubles = new Map<Trouble, { readonly since: number; told: string }>();

  const command = async (folded: At, argv: readonly string[]): Promise<string | null> => {
    const wanted: Check = { argv, cwd: ".", env: {}, ms: commandMs };
    const { exit, why, text } = await checkHere(engine, groundOf(engine, folded), wanted);
    if (exit === 0) return null;
    const lines = text.trim().split("\n");
    const said = lines.find((line) => /^(error|fatal|\s*!)/.test(line)) ?? lines.at(-1) ?? "";
    return `\`${argv.join(" ")}\` ${why ?? `ended with ${exit ?? "no code"}`}${said === "" ? "" : `: ${said.trim()}`}`;
  };
  /** Others push while we do: what a moment mends is told to nobody, and what was told is told to be over. */
  const tell = (trouble: Trouble, why: string | null): void => {
    const now = Date.parse(engine.now());
    const before = troubles.get(trouble);
    if (why === null) {
      troubles.delete(trouble);
      if (before !== undefined && before.told !== "") warn(over[trouble]);
      return;
    }
    const lasting = before ?? { since: now, told: "" };
    troubles.set(trouble, lasting);
    if (now - lasting.since < momentMs || lasting.told === why) return;
    lasting.told = why;
    warn(why);
  };

  const bring = async (folded: At): Promise<string | null> => {
    if (pull === null) return null;
    const now = Date.parse(engine.now());
    if (brought !== null && now - brought.at < againMs && (brought.why !== null || brought.version === folded.version)) return brought.why;
    const failed = await command(folded, pull);
    const why = failed === null ? null : `what others did can't be brought here: ${failed}`;
    brought = { version: folded.version, at: now, why };
    tell("pull", why);
    return why;
  };

  /** Commits that events name and this repository doesn't have. */
  const behind = async (folded: At): Promise<string | null> => {
    const { refers } = folded.protocol;
    if (!engine.shared || refers === undefined) return null;
    for await (const rows of pagesOf(engine.ledger, run, looked))
      for (const row of rows) {
        looked = row.version;
        if (refers.types.includes(row.type)) for (const commit of refers.of(recorded(row)).commits ?? []) missing.add(commit);
      }
    if (missing.size === 0) return null;
    const { commits, repo } = await engine.workspace.facts(groundOf(engine, folded), { commits: [...missing] }, engine.now());
    if (repo === null) return "the run's work has commits, and this tree lies in no git repository";
    for (const [commit, there] of Object.entries(commits)) if (there) missing.delete(commit);
    const [first] = missing;
    if (first === undefined) return null;
    const many = missing.size === 1 ? "" : ` and ${missing.size - 1} more`;
    const way =
      pull === null ? "bring it here, by hand (git fetch) or by runner.pull in cairn.config.json" : "runner.pull hasn't brought it yet";
    return `this checkout lacks the commit ${first.slice(0, 12)}${many} that the run's work stands on: ${way}`;
  };

  const send = async (folded: At): Promise<void> => {
    if (push === null) return;
    const failed = await command(folded, push);
    owes = failed !== null;
    tell("push", failed === null ? null : `what was done here isn't sent on yet, and is tried again while this runner works: ${failed}`);
    if (failed === null) return;
    // Mostly others were first: theirs has to be brought here before ours can follow.
    brought = null;
  };
  const retry = async (folded: At, busy: boolean): Promise<void> => {
    if (!owes) return;
    const now = Date.parse(engine.now());
    if (now - retriedAt < againMs) return;
    retriedAt = now;
    if (!busy) await bring(folded);
    await send(folded);
  };

  return {
    ready: async (folded, busy) => {
      try {
        const why = busy ? null : await bring(folded);
        if (why !== null) return why;
        const lacks = await behind(folded);
        tell("look", null);
        tell("behind", lacks);
        return lacks;
      } catch (error) {
        if (!(error instanceof Fault)) throw error;
        tell("look", error.message);
        return error.message;
      }
    },
    share: send,
    retry,
  };
};
