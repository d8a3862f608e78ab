// The demo: one protocol per call, each a story on the same small repository.
import { asTyped } from "../../core/shell-word.ts";
import { paint } from "../style.ts";
import type { Context } from "../verb.ts";
import { type Desk, deskOf, sayOf, type DemoRun } from "./desk.ts";
import { iterative } from "./iterative.ts";
import { player } from "./player.ts";
import { setStage } from "./stage.ts";
import { stigmergy } from "./stigmergy.ts";
import { ultrawork, type Worked } from "./ultrawork.ts";

type Way = {
  /** The story's subject. */
  readonly title: string;
  readonly tell: (desk: Desk) => Promise<DemoRun>;
  /** Commands for exploring afterwards. */
  readonly look: (run: string, shown: DemoRun) => readonly string[];
};

const killedAtOf = (shown: DemoRun): string => ("killedAt" in shown ? String(shown.killedAt) : "1");

export const ways = {
  ultrawork: {
    title: 'Agents say "done". Cairn runs the check itself, and only then lets the work land',
    tell: (desk): Promise<Worked> => ultrawork(desk),
    look: (run, shown) => [
      `log ${run}`,
      `evidence ${run} 2 --recheck`,
      `status ${run}`,
      `log ${run} --after ${killedAtOf(shown)}`,
    ],
  },
  player: {
    title: "A template: steps written once and played, with a checkpoint and a way back",
    tell: player,
    look: (run) => [`status ${run}`, `log ${run}`],
  },
  iterative: {
    title: "Passes: fresh agents, one after the other, until one finds nothing left to do",
    tell: iterative,
    look: (run) => [`log ${run}`, `evidence ${run}`],
  },
  stigmergy: {
    title: "Roles that hand over through one file, from an idea to checked stories",
    tell: stigmergy,
    look: (run) => [`show ${run} --file state.json`, `evidence ${run} 1.2`],
  },
} as const satisfies Readonly<Record<string, Way>>;

export const runDemo = async (context: Context, way: keyof typeof ways): Promise<DemoRun> => {
  const say = sayOf(context);
  const { title, tell, look }: Way = ways[way];
  say(paint(context.page(), "strong", title));
  const desk = deskOf(
    context,
    await setStage(context.env, { cart: way === "ultrawork" ? "broken" : "fixed" }),
  );
  const { name, root, folder, chapter } = desk;
  say(`${root} is a new git repository${way === "ultrawork" ? " with a failing test" : ""}.`);
  say("The agents are scripted (no model, no cost); git, checks and kills are real.");
  const shown = await tell(desk);
  chapter("Look around");
  // One command per line, never wrapped, for pasting.
  const commands = (...lines: readonly string[]): void =>
    lines.forEach((line) => say(`  ${line}`, Number.POSITIVE_INFINITY));
  commands(`cd ${asTyped(root)}`, ...look(shown.run, shown).map((argv) => `${name} ${argv}`));
  say("In the browser, from that folder:");
  commands(`${name} serve`);
  say("Other ways to work:");
  commands(...Object.keys(ways).flatMap((one) => (one === way ? [] : [`${name} demo ${one}`])));
  say(`Everything lies in ${folder}; remove it when you are done.`);
  return shown;
};
