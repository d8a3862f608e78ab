// Effect of a quick second Ctrl-C: stops the jobs of the run.
import { firstOf } from "../core/how-many.ts";
import { isRefusal } from "../core/refusal.ts";
import type { System } from "../runtime/system.ts";
import { cleanLine } from "./clean.ts";
import { progressLine } from "./follow.ts";
import type { Context } from "./verb.ts";
import { count } from "./words.ts";
import type { Twice } from "./world.ts";

/** Maximum of names. */
const most = 4;

/** Jobs stopped and recorded as interrupted; null: none, and running work continues. */
export const stoppedAtTwice = async (
  context: Context,
  system: System,
  run: string,
  twice: Twice | null,
): Promise<readonly string[] | null> => {
  const picture = twice === null ? null : await system.picture(run);
  if (twice === null || picture === null || isRefusal(picture)) return null;
  const under = picture.jobs.filter(({ is }) => is === "running").map(({ key }) => cleanLine(key));
  if (under.length === 0) return null;
  const [goes, them] =
    under.length === 1 ? ["goes on by itself", "it"] : ["go on by themselves", "them"];
  context.note(
    `Nothing new starts; ${count(under.length, "job")} ${goes}: ${firstOf(under, most)}. Ctrl-C again within 2 s stops ${them}.`,
  );
  if (!(await twice.said())) return null;
  context.note(`Stopping ${count(under.length, "job")} …`);
  return system.interrupt(run, (told) => {
    // That its host was found again is no news right after letting go of it.
    const line =
      told.is === "job" && told.what === "reattached"
        ? null
        : progressLine(told, context.now(), context.page(), () => "", false);
    if (line !== null) context.note(line);
  });
};
