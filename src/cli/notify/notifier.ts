// Notices to people who aren't looking: the run that this process drives needs them, has ended or is stuck; each of it once.
import { errorText } from "../../core/error-text.ts";
import { isOver } from "../../core/over.ts";
import { Fault, isRefusal, type Refusal } from "../../core/refusal.ts";
import type {
  NotifyTarget,
  Picture,
  Progress,
  RunResult,
  ShownDecision,
  System,
} from "../../runtime/system.ts";
import { linkOf, pageOf } from "./link.ts";
import { decisionNotice, endNotice, type Notice, quietNotice, stopNotice } from "./notice.ts";
import { type At, send } from "./send.ts";
import { createStillness, stretchOf } from "./stretch.ts";

type Tell = (progress: Progress) => void;
type Drive = (tell: Tell) => Promise<RunResult | Refusal>;

export type NotifierParts = {
  readonly system: System;
  readonly targets: readonly NotifyTarget[];
  readonly run: string;
  readonly at: At;
  /** Reports failed notices once no client follows the run any more. */
  readonly note: (line: string) => void;
  /** Monotonic milliseconds. */
  readonly elapsed: () => number;
  /** Calls back repeatedly; returns a function that stops. `act` resolves when it is done. */
  readonly every: (ms: number, act: () => Promise<void>) => () => void;
};
export type Notifier = {
  /** Drives, and sends the person's notices meanwhile and afterwards. Errors in that never reach the run. */
  during(tell: Tell, drive: Drive): Promise<RunResult | Refusal>;
};

/** Interval of checks, in ms, with or without hints. */
const lookMs = 1_000;
const anywayMs = 15_000;
/** Maximum time, in ms, that pending notices delay the process when a run rests. */
const lingerMs = 2_000;

const decisionMark = ({ run, key }: ShownDecision): string => `decision ${run} ${key}`;
const quietMark = (minutes: number, stretch: string): string => `quiet ${minutes} ${stretch}`;
const stopMark = (stretch: string): string => `stop ${stretch}`;
const endMark = "end";

type Wants = (target: NotifyTarget) => boolean;
const wants =
  (event: NotifyTarget["on"][number]): Wants =>
  ({ on }) =>
    on.includes(event);

/** Sends to each interested target, and reports each failing one once, until it works again. */
const createSender = (
  { system, targets, run, at }: NotifierParts,
  late: AbortSignal,
  say: (text: string) => void,
) => {
  const failing = new Set<string>();
  const to = async (
    target: NotifyTarget,
    index: number,
    notice: Notice,
    page: string | null,
  ): Promise<void> => {
    for (const { way, why } of await send(target, notice, linkOf(target, page, notice), at, late)) {
      const name = `${index} ${way}`;
      if (why !== null && !failing.has(name))
        say(
          `a notice didn't arrive by ${way}: ${why}. Mend \`notify\` in your own configuration, then try it: cairn setup notify`,
        );
      if (why === null) failing.delete(name);
      else failing.add(name);
    }
  };
  return async (of: (shown: Picture) => Notice, wants: Wants): Promise<void> => {
    const shown = await system.picture(run);
    if (isRefusal(shown)) return;
    const notice = of(shown);
    const page = await pageOf(system);
    // Without waiting: the process ends after the last one has arrived or timed out.
    for (const [index, target] of targets.entries())
      if (wants(target)) void to(target, index, notice, page);
  };
};

/** Checks runs and sends notices about them. */
const createLooks = (parts: NotifierParts, late: AbortSignal, say: (text: string) => void) => {
  const { system, targets, run } = parts;
  const tellAll = createSender(parts, late, say);
  const still = createStillness(parts.elapsed);
  const minutes = [
    ...new Set(
      targets.filter(({ on }) => on.includes("quiet")).map(({ quietMinutes }) => quietMinutes),
    ),
  ];
  /** An end that this process didn't see has been reported already, or is an old one. */
  let wasLive = false;

  /** Notices follow from the current ledger; marks of outdated facts are removed. */
  const look = async (): Promise<string> => {
    const notices = await system.workspace.notices();
    const before = notices.sent(run);
    const [asked, stretch, [card]] = [
      await system.decisions(run),
      await stretchOf(system, run),
      await system.runs({ run }),
    ];
    if (isRefusal(asked) || card === undefined) return stretch;
    const over = isOver(card.life);
    wasLive ||= !over;
    const stays = [
      ...asked.map(decisionMark),
      ...minutes.map((one) => quietMark(one, stretch)),
      stopMark(stretch),
    ];
    notices.forget(run, before, over ? [...stays, endMark] : stays);
    const [first, ...more] = asked.filter((one) => notices.claim(run, decisionMark(one)));
    if (first !== undefined)
      await tellAll((shown) => decisionNotice(shown, first, more.length), wants("decision"));
    return stretch;
  };
  const once = async (
    mark: string,
    of: (shown: Picture) => Notice,
    wants: Wants,
  ): Promise<void> => {
    const notices = await system.workspace.notices();
    if (notices.claim(run, mark)) await tellAll(of, wants);
  };
  const lookStill = async (): Promise<void> => {
    const stretch = await look();
    const quiet = still(stretch);
    for (const one of minutes.filter((one) => quiet >= one * 60_000)) {
      const isIts = ({ on, quietMinutes }: NotifyTarget): boolean =>
        on.includes("quiet") && quietMinutes === one;
      await once(quietMark(one, stretch), (shown) => quietNotice(shown, one), isIts);
    }
  };
  const rested = async (result: RunResult | Refusal | Fault): Promise<void> => {
    const stretch = await look();
    const stopped = (why: string): Promise<void> =>
      once(stopMark(stretch), (shown) => stopNotice(shown, why), wants("quiet"));
    if (result instanceof Fault) await stopped(`${result.code}: ${result.message}`);
    else if (isRefusal(result)) await stopped(`${result.code}: ${result.text}`);
    else if (result.status === "ended" && wasLive)
      await once(endMark, (shown) => endNotice(shown, result), wants("end"));
    else if (result.status === "waiting") {
      const asks = await system.decisions(run);
      if (isRefusal(asks) || asks.length === 0) await stopped(result.summary);
    }
  };
  return { look, lookStill, rested };
};

export const createNotifier = (parts: NotifierParts): Notifier => {
  const { elapsed, every } = parts;
  const outside = (text: string): void => parts.note(`warning ${text}`);
  let say = outside;
  let trouble = "";
  const late = new AbortController();
  const { look, lookStill, rested } = createLooks(parts, late.signal, (text) => say(text));
  /** Ledger and disk errors are reported by the run itself; errors here must not affect the run. */
  const quietly = async (what: () => Promise<void>): Promise<void> => {
    try {
      await what();
    } catch (error) {
      const why = error instanceof Fault ? "" : errorText(error);
      if (why !== "" && why !== trouble) say(`notices can't be made: ${why}`);
      trouble = why;
    }
  };

  return {
    async during(tell, drive) {
      say = (text) => tell({ is: "warning", text });
      let [heard, looked, last] = [true, elapsed(), Promise.resolve()];
      let looking = false;
      const stop = every(lookMs, () => {
        if (looking || (!heard && elapsed() - looked < anywayMs)) return last;
        [heard, looking, looked] = [false, true, elapsed()];
        return (last = quietly(lookStill).finally(() => void (looking = false)));
      });
      const hear: Tell = (progress) => {
        heard = true;
        tell(progress);
      };
      const settle = async (result: RunResult | Refusal | Fault): Promise<void> => {
        stop();
        await last;
        await quietly(() => rested(result));
        setTimeout(() => late.abort(), lingerMs).unref();
        say = outside;
      };
      await quietly(async () => void (await look()));
      try {
        const result = await drive(hear);
        await settle(result);
        return result;
      } catch (error) {
        if (error instanceof Fault) await settle(error);
        throw error;
      } finally {
        stop();
      }
    },
  };
};
