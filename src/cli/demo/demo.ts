// Why: four ways to work, shown one after the other on the same small project: a goal that becomes a plan, a template played again, passes until nothing is left, roles that hand over.
import { paint } from "../style.ts";
import type { Context } from "../verb.ts";
import { deskOf, sayOf, type Shown } from "./desk.ts";
import { iterative } from "./iterative.ts";
import { player } from "./player.ts";
import { setStage } from "./stage.ts";
import { stigmergy } from "./stigmergy.ts";
import { ultrawork } from "./ultrawork.ts";

export const runDemo = async (context: Context): Promise<readonly Shown[]> => {
  sayOf(context)(`\n${paint(context.page(), "strong", "A small real project")}`);
  const desk = deskOf(context, await setStage(context.env));
  const { name, root, say, chapter } = desk;
  say(`${root}: a git repository with a failing test (the cart ignores quantities) and two features missing.`);
  say("The agents are scripted, so no model is needed; files, processes, checks and the ledger are real.");

  const worked = await ultrawork(desk);
  const played = await player(desk);
  const passed = await iterative(desk);
  const handed = await stigmergy(desk);

  chapter("Look around yourself");
  for (const argv of [
    `log ${worked.run}`,
    `evidence ${worked.run} 3 --recheck`,
    `show ${worked.run} --file session.json --at ${worked.killedAt}`,
    `status ${played.run}`,
    `log ${played.run}`,
    `log ${passed.run}`,
    `evidence ${passed.run}`,
    `show ${handed.run} --file state.json`,
    `evidence ${handed.run} 1.2`,
    "verify",
  ])
    say(`  ${name} ${argv} --root ${root}`);
  say(`  everything lies in ${desk.folder}; remove it when you are done`);
  return [worked, played, passed, handed];
};
