// Verbs `cairn merge` and `cairn undo`: bring the work that landed into the branch of the checkout, and take it back.
import { shortId } from "../../core/words/short-id.ts";
import type { Sender } from "../../core/protocol.ts";
import { firstOf, howMany } from "../../core/words/how-many.ts";
import { isRefusal, type Refusal, refuse } from "../../core/refusal.ts";
import type { Card } from "../../core/row.ts";
import type { MergeHow, Step, System } from "../../runtime/system.ts";
import { has, last } from "../flags/args.ts";
import { cleanLine } from "../../core/words/clean.ts";
import { alongText, unlandedLines } from "../text/delivery-text.ts";
import { checkFilesLines, uncommittedLines } from "../text/difference-text.ts";
import { fitted } from "../terminal/layout.ts";
import { pickDelivery } from "../pick/pick-delivery.ts";
import { type Answer, type Context, exits, type Verb } from "../verb.ts";
import { speaker } from "../who.ts";
import { destructive } from "./life.ts";

const mostDocuments = 8;

/** What the user may not expect of the merge, and what is theirs to do now. */
const asideLines = ({ apart, branch, detached, documents = [] }: Step): readonly string[] => {
  const where = branch === null ? "the checkout" : cleanLine(branch);
  const again =
    apart === undefined || apart.checks === 0
      ? "it is the very content that was proved"
      : `${howMany(apart.checks, "check")} passed on it there`;
  return [
    ...(apart === undefined || apart.along.length === 0
      ? []
      : [
          `${where} lacks what the run began on, so the run's work was put onto it alone; ${again}`,
          `left out: ${alongText(apart.along)}`,
        ]),
    ...(detached === true
      ? ["no branch holds it, since none is checked out; to make one: git switch -c NAME"]
      : []),
    ...(documents.length === 0
      ? []
      : [
          `the run's own files never land, and are yours to commit: ${firstOf(documents.map(cleanLine), mostDocuments)}`,
        ]),
  ];
};

const said = ({ run, is, from, to, branch }: Step): string => {
  const into = branch === null ? "the checkout" : cleanLine(branch);
  if (is === "already") return `${into} holds all that run ${run} has landed: nothing was merged`;
  const how = is === "recorded" ? "was merged before, and is recorded now" : "merged";
  return `run ${run} ${how} into ${into}: ${shortId(from)}..${shortId(to)}\n  take it back, as long as nothing follows it: cairn undo ${run}`;
};

/** `live`: more may land. */
export const mergeAnswer = async (
  system: System,
  run: string,
  by: Sender,
  live: boolean,
  how?: MergeHow,
): Promise<Answer | Refusal> => {
  const delivery = await system.delivery();
  const step = await delivery.merge(run, by, undefined, how);
  if (isRefusal(step)) return step;
  const made = step.is === "already" ? null : await delivery.diff(run, null);
  const checkFiles = made === null || isRefusal(made) ? [] : made.checkFiles;
  const unmet = made === null || isRefusal(made) ? [] : made.unmet;
  const more = [
    ...asideLines(step),
    ...(unmet.length === 0 ? [] : [`what this repository asks of commits: ${unmet.join("; ")}`]),
    ...uncommittedLines(step.uncommitted, true),
    ...checkFilesLines({ checkFiles }),
    ...(await unlandedLines(system, run)),
  ];
  return {
    exit: exits.done,
    json: { ...step, over: !live, checkFiles },
    text: (page) =>
      fitted(
        `${said(step)}${more.map((line) => `\n  ${line}`).join("")}${live ? "\n  the run isn't over: this is what has landed so far" : ""}`,
        page,
      ),
  };
};

/** Warns before merging less than a successful run, and asks for confirmation at a terminal; a run that isn't over needs a flag. */
const unsure = async (context: Context, system: System, card: Card): Promise<Refusal | null> => {
  const prospect = await (await system.delivery()).prospect(card.run);
  if (isRefusal(prospect) || prospect.doubt === null) return null;
  const [says, live] = [cleanLine(prospect.doubt.text), prospect.doubt.live];
  const isSaid = has(context.given, "yes");
  if (isSaid || !context.asks || has(context.given, "json")) {
    if (live && !isSaid)
      return refuse("CONFIRMATION_MISSING", says, {
        fits: `cairn merge ${card.run} --yes\n  or let it end first: cairn run ${card.run}`,
      });
    context.note(`warning  ${says}`);
    return null;
  }
  return (await context.ask.agree(`${says}\nMerge it all the same?`, false))
    ? null
    : refuse("CONFIRMATION_MISSING", "nothing was merged", { fits: "y, or --yes" });
};

export const merge: Verb = {
  name: "merge",
  person: "merging a run",
  summary: "take a run's work into your current branch: all of it, or nothing",
  args: [
    { word: "RUN", must: false, means: "the run; default: the only one to merge, else the latest" },
  ],
  options: {
    ...destructive,
    squash: { means: "commit all of it as one commit", word: null },
    message: {
      means: "the message of that commit, or of a merge commit, which it then always makes",
      word: "TEXT",
      short: "m",
    },
  },
  example: ["cairn merge 0198f3", 'cairn merge --squash -m "Add the shop"'],
  run: async (context) => {
    const system = await context.system();
    const picked = await pickDelivery(context, system, "merge");
    if (isRefusal(picked)) return picked;
    const { run, life } = picked.card;
    const live = life === "live" || life === "paused";
    const not = await unsure(context, system, picked.card);
    if (not !== null) return not;
    const message = last(context.given, "message");
    if (message !== null && message.trim() === "")
      return refuse("USAGE", "the message is empty", { fits: `-m "what it does"` });
    const how = { squash: has(context.given, "squash"), message };
    return mergeAnswer(system, run, await speaker(context, system), live, how);
  },
};

export const undo: Verb = {
  name: "undo",
  person: "taking a merge back",
  summary: "take back the last merge, if nothing follows it and it isn't pushed",
  args: [
    {
      word: "RUN",
      must: false,
      means: "the run; the one that was merged last if not said",
    },
  ],
  options: {},
  example: ["cairn undo 0198f3"],
  run: async (context) => {
    const system = await context.system();
    const picked = await pickDelivery(context, system, "undo");
    if (isRefusal(picked)) return picked;
    const { run } = picked.card;
    const step = await (await system.delivery()).undo(run, await speaker(context, system));
    if (isRefusal(step)) return step;
    const where = step.branch === null ? "the checkout" : cleanLine(step.branch);
    const picture = await system.picture(run);
    const isDropped = !isRefusal(picture) && picture.work?.dropped === true;
    const again = isDropped
      ? `git merge ${step.from}\n  git keeps that commit for some weeks only: the run's branch was dropped`
      : `cairn merge ${run}`;
    const said =
      step.is === "recorded"
        ? `${where} (at ${shortId(step.to)}) lacked the merge already, and nothing was changed there: the record says so now`
        : `${where} is back at ${shortId(step.to)}`;
    return {
      exit: exits.done,
      json: step,
      text: (page) => fitted(`${said}\n  merge it again: ${again}`, page),
    };
  },
};
