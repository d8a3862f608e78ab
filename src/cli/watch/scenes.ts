// What each view of `cairn watch` shows: the board, one run, or one job's output.
import { isRefusal, type Refusal } from "../../core/refusal.ts";
import type { System } from "../../runtime/system.ts";
import { cleanLine } from "../clean.ts";
import { unreadBy } from "../damaged.ts";
import { pictureOf } from "../picture.ts";
import { pictureLines } from "../picture-text.ts";
import { withTimeLeft } from "../time-left.ts";
import { entryText } from "../transcript-text.ts";
import { transcripts } from "../transcripts.ts";
import type { Context } from "../verb.ts";
import { type Board, boards } from "./board.ts";
import type { Item, View } from "./keys.ts";
import { boardLines, boardTitle, type Drawn } from "./tiles.ts";

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
  const [boardNow, transcript] = [await boards(system, context.now), transcripts(outputs)];
  const runScene = async (run: string): Promise<Scene> => {
    const picture = await pictureOf(system, { run });
    if (isRefusal(picture)) return refusal(picture);
    const now = context.now();
    const shown = await withTimeLeft(system, picture, now);
    return still(run, pictureLines(shown, context.page(), now));
  };
  const outputScene = async (run: string, job: string | null): Promise<Scene> => {
    const found = await outputs.find(run, job);
    if (isRefusal(found)) return refusal(found);
    const whole = await transcript(run, found.fence);
    if (isRefusal(whole)) return refusal(whole);
    const lines = whole.entries.flatMap((entry) => entryText(entry, context.page()).split("\n"));
    return still(
      [found.job, found.agent].filter((part) => part !== null).join(" · "),
      lines.length === 0 ? ["", "nothing printed yet"] : lines,
    );
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
