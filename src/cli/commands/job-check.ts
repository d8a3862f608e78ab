// Verb `cairn job check`: runs a stuck task's checks on a person's fix; their result decides.
import { isRefusal, type Refusal } from "../../core/refusal.ts";
import type { CheckedAgain, System } from "../../runtime/system.ts";
import { clean, cleanLine } from "../../core/words/clean.ts";
import { fitted } from "../terminal/layout.ts";
import { firstOf, howMany } from "../../core/words/how-many.ts";
import { nearest } from "../../core/words/near.ts";
import { asTyped } from "../../core/words/shell-word.ts";
import { pick } from "../pick/pick.ts";
import { type Answer, type Context, exits, type Verb } from "../verb.ts";
import { speaker } from "../who.ts";

const mostFiles = 10;

/** The unit's state after its checks ran for the record. */
type Outcome = { readonly is: "done" | "passed" | "red"; readonly says: string };

const outcomeOf = async (
  system: System,
  { run, unit, ran }: CheckedAgain,
): Promise<Outcome | Refusal> => {
  const [view, standings, rows] = [
    await system.view(run),
    await system.standings(run),
    await system.evidence(run, unit),
  ];
  if (isRefusal(view)) return view;
  if (isRefusal(standings)) return standings;
  const criteria = isRefusal(rows) ? [] : rows.filter(({ counts }) => counts);
  const proved = criteria.filter(({ status }) => status === "proved").length;
  const of = howMany(criteria.length, "criterion", "criteria");
  const shown = proved === criteria.length ? "" : `, ${proved} of ${of} proved`;
  const passed = `${howMany(ran, "check")} passed on what is there now${shown}`;
  const node = view.nodes.find(({ id }) => id === unit);
  if (node?.status === "done") return { is: "done", says: `${unit} is done: ${passed}` };
  const asked = standings.find(
    ({ job }) => job.decision?.options.some(({ mends }) => mends === unit) === true,
  );
  const failed = isRefusal(rows) ? undefined : rows.find(({ status }) => status === "failed");
  const { note = null, cause } = node ?? {};
  const why = cause === undefined || note?.includes(cause) === true ? note : `${note}, ${cause}`;
  if (asked !== undefined || failed !== undefined || node?.status === "failed")
    return {
      is: "red",
      says: `${unit} is still red: ${why ?? asked?.job.decision?.question ?? failed?.check ?? "a check failed"}`,
    };
  const [next] = standings.filter(({ job }) => job.subject === unit || job.mends === unit);
  const is =
    next?.job.role === "judge" && next.is !== "decision" ? "it is to be judged:" : "next is";
  const then =
    next?.is === "decision"
      ? `your answer: cairn decide ${run} ${next.job.key}`
      : `${next?.job.key ?? node?.why ?? "the rest of the run"} (cairn run ${run})`;
  return { is: "passed", says: `${unit}: ${passed}; ${is} ${then}` };
};

const red = ({ run, unit, ran, failed }: CheckedAgain): Answer => ({
  exit: exits.damaged,
  json: { run, unit, ran, passed: false, done: false, failed },
  text: (page) => {
    const [first = "", ...rest] = failed.flatMap((one) => clean(one).trimEnd().split("\n"));
    const lines = [
      `${cleanLine(unit)} is still red, and all is as it was: ${first}`,
      ...rest.map((line) => `  ${line}`),
    ];
    return fitted(lines.join("\n"), page);
  },
});

/** Suggests the nearest task for a mistyped one. */
const withNearest = async (
  system: System,
  run: string,
  unit: string,
  refused: Refusal,
): Promise<Refusal> => {
  const view = refused.code === "UNIT_UNKNOWN" ? await system.view(run) : null;
  const near =
    view === null || isRefusal(view)
      ? null
      : nearest(
          unit,
          view.nodes.map(({ id }) => id),
        );
  return near === null
    ? refused
    : { ...refused, fits: `did you mean \`${near}\`? ${refused.fits ?? ""}`.trimEnd() };
};

/** Discards work that the unit's program didn't accept. */
const dropped = async (
  context: Context,
  system: System,
  { run, unit, serve }: CheckedAgain,
): Promise<void> => {
  const picture = serve.length === 0 ? null : await system.picture(run);
  if (picture === null || isRefusal(picture) || picture.work === undefined) return;
  await system.send(
    run,
    [{ type: "DropWork", data: { unit, reason: "still red" } }],
    await speaker(context, system),
  );
};

/** The unit's work by file: what a person changed in the checkout is part of it, new files too. */
const workText = async (system: System, { run, unit }: CheckedAgain): Promise<string> => {
  const difference = await (await system.delivery()).diff(run, unit);
  if (isRefusal(difference) || difference.files.length === 0) return "";
  const files = difference.files.map(({ path }) => path);
  return cleanLine(`its work: ${firstOf(files, mostFiles)} (cairn diff ${run} ${asTyped(unit)})`);
};

/** Reports the unit's state after running its checks on the current content. */
export const again = async (
  context: Context,
  system: System,
  run: string,
  unit: string,
): Promise<Answer | Refusal> => {
  const checked = await system.checkAgain(run, unit, await speaker(context, system));
  if (isRefusal(checked)) return withNearest(system, run, unit, checked);
  if (checked.failed.length > 0) return red(checked);
  const driven = await system.drive(run, {
    hand: checked.serve.length === 0,
    serve: checked.serve,
    signal: context.interrupted(),
  });
  if (isRefusal(driven)) return driven;
  const isInterrupted = driven.status === "interrupted";
  const found = await outcomeOf(system, checked);
  if (isRefusal(found)) return found;
  // Interrupted checks don't count as run.
  const outcome: Outcome =
    isInterrupted && found.is === "red"
      ? {
          is: "red",
          says: `${unit}: interrupted before its checks decided; resume: cairn run ${run}`,
        }
      : found;
  const passed = outcome.is !== "red";
  if (!passed && !isInterrupted) await dropped(context, system, checked);
  const work = passed ? await workText(system, checked) : "";
  return {
    exit: isInterrupted ? exits.interrupted : passed ? exits.done : exits.damaged,
    json: {
      run,
      unit,
      ran: checked.ran,
      passed,
      done: outcome.is === "done",
      failed: passed ? [] : [outcome.says],
    },
    text: (page) =>
      fitted([cleanLine(outcome.says), ...(work === "" ? [] : [`  ${work}`])].join("\n"), page),
  };
};

export const checkAgain: Verb = {
  name: "job check",
  person: "saying that something was mended by hand",
  summary: "you mended a stuck task by hand: run its checks on what is there now, which decide",
  args: [
    { word: "RUN", must: false, means: "the run; the only live one if not said" },
    { word: "TASK", must: true, means: "the task, unit, story or node that is stuck" },
  ],
  options: {},
  follows:
    "What you changed in your checkout goes along, also what isn't committed; untracked files from before the run stay out until you `git add` them. To begin from what an attempt left: `cairn diff task-1-3 --patch | git apply`",
  example: ["cairn job check 2", "cairn job check 0198f3 2"],
  run: async (context): Promise<Answer | Refusal> => {
    const system = await context.system();
    const picked = await pick(context, system, { words: "TASK" });
    if (isRefusal(picked)) return picked;
    return again(context, system, picked.card.run, picked.rest[0] ?? "");
  },
};
