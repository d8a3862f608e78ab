// What each view of `cairn watch` shows: the board, one run, or one job's output.
import { isRefusal, type Refusal } from "../../core/refusal.ts";
import type { System } from "../../runtime/system.ts";
import { clean, cleanLine } from "../../core/words/clean.ts";
import { unreadBy } from "../damaged.ts";
import { pictureOf, withTimeLeft } from "../text/picture.ts";
import { pictureLines } from "../text/picture-text.ts";
import { entryText } from "../text/transcript-text.ts";
import { mostShown, printedTexts, transcripts } from "../text/transcripts.ts";
import type { Context } from "../verb.ts";
import { type Board, boards } from "./board.ts";
import type { Item, View } from "./keys.ts";
import { boardLines, boardTitle, type Drawn } from "./tiles.ts";

type Printed = {
  readonly head: string;
  readonly over: boolean;
  readonly lines: readonly string[];
};
const nothing = (agent: string | null, over: boolean): string =>
  over
    ? "it printed nothing"
    : agent === null
      ? "what a check prints stands here once it is over"
      : "nothing printed yet";
/** `lines`: drawn for as many rows as there are; of the board with what is chosen in it. */
export type Scene = {
  readonly head: string;
  readonly items: readonly Item[];
  readonly lines: (rows: number, chosen: string | null) => Drawn;
};

const still = (head: string, lines: readonly string[]): Scene => ({
  head: cleanLine(head),
  items: [],
  lines: () => ({ lines, at: null }),
});
const refusal = ({ code, text }: Refusal): Scene => still(code, ["", text]);

const boardScene = ({ page, now }: Context, board: Board): Scene => ({
  head: boardTitle(board),
  items: [
    ...board.waits.map(({ id, run, key }) => ({ id, run, key, job: null })),
    ...board.agents.map(({ id, run, job }) => ({ id, run, key: null, job: job.key })),
  ],
  lines: (rows, chosen) => boardLines(board, page(), { chosen, rows, now: now() }),
});

/** Reads what a view shows now. */
export const scenes = async (
  context: Context,
  system: System,
): Promise<(view: View) => Promise<Scene>> => {
  const outputs = await system.outputs();
  const boardNow = await boards(system, context.now);
  const [transcript, printed] = [transcripts(outputs, mostShown), printedTexts(outputs)];
  const runScene = async (run: string): Promise<Scene> => {
    const picture = await pictureOf(system, { run });
    if (isRefusal(picture)) return refusal(picture);
    const now = context.now();
    const shown = await withTimeLeft(system, picture, now);
    return still(run, pictureLines(shown, context.page(), now, "first"));
  };
  /** What the job did or printed; of a job that is over what its unit's next one does, if that runs. */
  const outputOf = async (run: string, name: string | null): Promise<Printed | Refusal> => {
    const found = await outputs.find(run, name);
    if (isRefusal(found)) return found;
    const { job, agent, subject, fence } = found;
    const read = agent === null ? printed : transcript;
    const whole = await read(run, fence);
    if (isRefusal(whole)) return whole;
    const next =
      name === job && whole.over && subject !== null ? await outputOf(run, subject) : null;
    if (next !== null && !isRefusal(next) && !next.over) return next;
    const texts =
      "text" in whole
        ? [clean(whole.text)]
        : whole.entries.map((entry) => entryText(entry, context.page()));
    const head = [job, agent ?? "", whole.over ? "over" : ""].filter((part) => part !== "");
    const text = texts.join("\n");
    const shown = text.trim() === "" ? `\n${nothing(agent, whole.over)}` : text;
    return { head: head.join(" · "), over: whole.over, lines: shown.split("\n") };
  };
  const outputScene = async (run: string, job: string | null): Promise<Scene> => {
    const shown = await outputOf(run, job);
    if (isRefusal(shown)) return refusal(shown);
    return still(shown.head, shown.lines);
  };
  return async (view) => {
    if (view.is === "board") return boardScene(context, await boardNow());
    try {
      return await (view.is === "run" ? runScene(view.run) : outputScene(view.run, view.job));
    } catch (error) {
      return still(unreadBy(error), ["", `this run can't be read: cairn verify ${view.run}`]);
    }
  };
};
