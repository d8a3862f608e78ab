// Why: bringing others' work and sending on one's own may take minutes on a bad network; both go on beside the passes, one at a time, and nothing begins in a tree that is being changed.
import { errorText } from "../../core/error-text.ts";
import { type Engine, groundOf } from "../engine.ts";
import type { Folded } from "../fold.ts";
import type { Later } from "../later.ts";
import { unfinishedWay, unfinishedWords } from "../unfinished-words.ts";
import { runErrand } from "./errand.ts";
import type { Room } from "./room.ts";
import type { Tell } from "./troubles.ts";
import { createWake } from "./wake.ts";

type At = Pick<Folded, "protocol" | "state" | "root" | "version">;

export type Carrying = {
  /** Begins to bring what others did, if that is older than can be relied on. */
  bring(folded: At): void;
  /** Why nothing may begin meanwhile, or since it failed; null: it may. */
  waits(busy: boolean): string | null;
  /** It is being brought, for this run or for another one in the tree. */
  brings(): boolean;
  /** Sends on what was done here till now. */
  send(folded: At): void;
  /** Tries again what couldn't be sent on. */
  retry(folded: At, busy: boolean): void;
  /** Resolves when nothing is under way. */
  idle(): Promise<void>;
  /** The runner ends: what is owed is tried some times more, with pauses, unless the signal came. */
  leave(stop: AbortSignal | undefined): Promise<void>;
};

export type CarryingParts = {
  readonly engine: Engine;
  readonly run: string;
  readonly room: Room;
  readonly warn: (text: string) => void;
  readonly tell: Tell;
  readonly later: Later | undefined;
};

/** What failed is tried again after so long, in ms; so is bringing where nothing tells that there is anything new. */
const againMs = 5_000;
/** What was brought so lately, in ms, is relied on though events came since: where others never rest, nothing would begin. */
const freshMs = 1_000;
/** How often a runner that ends still tries to send on what it owes. */
const lastTries = 4;

export const createCarrying = ({ engine, run, room, warn, tell, later }: CarryingParts): Carrying => {
  const { pull, push } = engine.config.runner;
  let brought: { readonly version: number; readonly at: number; readonly why: string | null } | null = null;
  let bringing = false;
  let sending = false;
  /** Counted: a push that began before a job's end hasn't that job's work. */
  let wanted = 0;
  let sent = 0;
  let failed: string | null = null;
  /** What the last `pull` said that failed: no other is begun in a tree that it left half changed. */
  let pullSaid: string | null = null;
  let retriedAt = Number.NEGATIVE_INFINITY;
  let last: At | null = null;
  let line: Promise<void> = Promise.resolve();
  const now = (): number => Date.parse(engine.now());
  const cutPush = new AbortController();
  const never = new AbortController();
  const carried = (folded: At, argv: readonly string[], { signal }: AbortController): Promise<string | null> =>
    runErrand(engine, groundOf(engine, folded), argv, signal).catch(
      (error: unknown) => `\`${argv.join(" ")}\` failed: ${errorText(error)}`,
    );
  const inLine = (work: () => Promise<void>): void => void (line = line.then(work));

  const isNew = (version: number): boolean => {
    if (brought === null) return false;
    const age = now() - brought.at;
    return age < againMs && (brought.why !== null || brought.version === version || age < freshMs);
  };
  /** Of other runs, which another runner may drive in this tree. */
  const othersWork = async (folded: At): Promise<boolean> => {
    const { processes, spool } = engine.workspace;
    const { root } = groundOf(engine, folded);
    const { entries } = await spool.list().catch(() => ({ entries: [] }));
    return entries.some(
      ({ run: of, host, exit, job }) =>
        of !== run && exit === null && job.ground.root === root && host?.is === "host" && processes.alive(host.process),
    );
  };
  /** null: it is here. A tree that somebody left half merged is touched no further: his work in it would be lost, or the next words hide the first. */
  const pulled = async (folded: At, argv: readonly string[]): Promise<string | null> => {
    const ground = groundOf(engine, folded);
    const left = await engine.workspace.unfinished(ground);
    if (left === null) pullSaid = await carried(folded, argv, never);
    if (left === null && pullSaid === null) return null;
    const stopped = left ?? (await engine.workspace.unfinished(ground));
    const said = pullSaid === null ? [] : [pullSaid];
    if (stopped !== null) return [...said, `${unfinishedWords(ground.root, stopped)}: ${unfinishedWay}`].join("; ");
    const crossed = pullSaid?.includes(": CONFLICT") === true;
    return [...said, ...(crossed ? [`merge it in ${ground.root} by hand and commit, then the run goes on by itself`] : [])].join("; ");
  };
  const bring = (folded: At): void => {
    if (pull === null || bringing) return;
    const open = room.shut(run);
    if (open === null) return;
    bringing = true;
    inLine(async () => {
      try {
        brought = { version: folded.version, at: now(), why: null };
        if (await othersWork(folded)) return;
        const wrong = await pulled(folded, pull).catch(errorText);
        const why = wrong === null ? null : `what others did can't be brought here: ${wrong}`;
        brought = { version: folded.version, at: now(), why };
        tell("pull", why);
      } finally {
        bringing = false;
        open();
      }
    });
  };
  const send = (folded: At): void => {
    last = folded;
    if (push === null || sending) return;
    sending = true;
    inLine(async () => {
      try {
        do {
          const these = wanted;
          failed = await carried(folded, push, cutPush);
          if (failed === null) sent = these;
        } while (failed === null && sent < wanted);
      } finally {
        sending = false;
      }
      tell("push", failed === null ? null : `what was done here isn't sent on yet, and is tried again while this runner works: ${failed}`);
      // Mostly others were first: theirs has to be brought here before ours can follow.
      if (failed !== null) brought = null;
    });
  };
  const owes = (): boolean => push !== null && sent < wanted;
  const again = (folded: At, busy: boolean): void => {
    if (!busy) bring(folded);
    send(folded);
  };
  /** Jobs outlive a runner that a fault ended. */
  const atWork = async (): Promise<boolean> =>
    engine.workspace.spool.list(run).then(
      ({ entries }) => entries.length > 0,
      () => true,
    );
  const idle = async (): Promise<void> => {
    for (let before: Promise<void> | null = null; before !== line;) await (before = line);
  };

  const brings = (): boolean => bringing || room.isShut();

  return {
    bring: (folded) => {
      if (!isNew(folded.version)) bring(folded);
    },
    waits(busy) {
      if (brings()) return "what others did is being brought here";
      return busy ? null : (brought?.why ?? null);
    },
    brings,
    send(folded) {
      wanted += 1;
      send(folded);
    },
    retry(folded, busy) {
      if (!owes() || sending || now() - retriedAt < againMs) return;
      retriedAt = now();
      again(folded, busy);
    },
    idle,
    async leave(stop) {
      // A tree must not be left half changed; a push may be cut.
      const cut = (): void => {
        cutPush.abort();
        if (bringing && pull !== null) warn(`\`${pull.join(" ")}\` is waited for, since it changes the tree`);
      };
      if (stop?.aborted === true) cut();
      stop?.addEventListener("abort", cut, { once: true });
      await idle();
      const pause = createWake([], stop, later);
      const goesOn = (): boolean => owes() && stop?.aborted !== true;
      for (let tried = 0; goesOn() && tried < lastTries; tried += 1) {
        await pause.wait(againMs);
        if (goesOn() && last !== null) again(last, await atWork());
        await idle();
      }
      pause.stop();
      stop?.removeEventListener("abort", cut);
      if (owes())
        warn(
          `what was done here is not sent on: ${failed ?? "it was not tried"}. The next runner here sends it with what it does; until then other machines wait for it, unless you send it by hand`,
        );
    },
  };
};
