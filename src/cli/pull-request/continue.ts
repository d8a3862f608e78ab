// Run on a pull request's red checks and open remarks, based on the commit that they are about.
import { cleanLine } from "../../core/words/clean.ts";
import { type Feedback, feedbackOf, type RedCheck, type Remark } from "./feedback.ts";
import { isOver } from "../../core/over.ts";
import { parsed } from "../../core/json/parsed.ts";
import { isRefusal, type Refusal, refuse } from "../../core/refusal.ts";
import type { System } from "../../runtime/system.ts";
import { has } from "../flags/args.ts";
import { begin } from "../run/new-run.ts";
import { type Answer, type Context, exits } from "../verb.ts";
import { howMany } from "../../core/words/how-many.ts";
import type { Remote } from "./remote.ts";
import { openOf, type Request } from "./send.ts";
import { type At, lastLine, usersProgram } from "./users-program.ts";

/** A run's goal has at most 8,192 characters. */
const most = 8_000;
const mostEach = 1_500;

const startOf = (text: string): string =>
  text.length <= mostEach ? text : `${text.slice(0, mostEach).toWellFormed()}…`;
const endOf = (text: string): string =>
  text.length <= mostEach ? text : `…${text.slice(-mostEach).toWellFormed()}`;
const quoted = (text: string): string =>
  text
    .split(/\r?\n/u)
    .map((line) => `> ${line}`.trimEnd())
    .join("\n");

/** The forge's runner prefixes each line with the time. */
const untimed = (log: string): string => log.replaceAll(/^\d{4}-\d\d-\d\dT[\d:.]+Z /gmu, "").trim();

const checkPart = ({ name, is, said, url, log }: RedCheck): string =>
  [
    `Check ${JSON.stringify(name)}: ${is}${url === "" ? "" : `, ${cleanLine(url)}`}`,
    ...(said === "" ? [] : [quoted(startOf(said))]),
    ...(log === null ? [] : [quoted(endOf(untimed(log)))]),
  ].join("\n");

const remarkPart = ({ by, where, text, url }: Remark): string =>
  `${cleanLine(by)}${where === null ? "" : ` on ${cleanLine(where)}`}, ${cleanLine(url)}\n${quoted(startOf(text))}`;

export type Goal = {
  readonly text: string;
  /** Number of omitted items. */
  readonly left: number;
};

/** `remarks`: those to handle. */
export const goalOf = ({ url, red }: Feedback, remarks: readonly Remark[]): Goal => {
  let text = `Mend what reviewers and checks found in the pull request ${url}. Answer each point by a change, or leave it and say why.`;
  let left = 0;
  for (const part of [...red.map(checkPart), ...remarks.map(remarkPart)]) {
    const longer = `${text}\n\n${part}`;
    if (longer.length > most) left += 1;
    else text = longer;
  }
  return { text, left };
};

type Taken = { readonly live: string | null; readonly goals: readonly string[] };

/** One address may be a prefix of another. Quoted addresses don't count. */
const names = (goal: string, url: string): boolean =>
  goal
    .split("\n")
    .filter((line) => !line.startsWith(">"))
    .some((line) =>
      line
        .split(url)
        .slice(1)
        .some((rest) => !/^[\w-]/u.test(rest)),
    );

/** The texts in an event, each on its own lines. */
const textsIn = (value: unknown): readonly string[] => {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [];
};

/** Feedback handled by earlier runs: failed ones handled nothing. */
const takenUp = async (system: System, url: string): Promise<Taken> => {
  const goals: string[] = [];
  let live: string | null = null;
  for (const { run, life, good } of await system.runs()) {
    const [first] = await system.rows(run, 0, 1);
    const goal = textsIn(parsed(first?.data ?? "")).join("\n");
    if (!names(goal, url) || (isOver(life) && good === false)) continue;
    goals.push(goal);
    if (!isOver(life)) live = run;
  }
  return { live, goals };
};

/** Fetches its commit without moving any of the user's references. */
const fetched = async (
  at: At,
  remote: Remote,
  { branch, run, head }: Request,
  feedback: Feedback,
): Promise<Refusal | null> => {
  const git = (...words: readonly string[]) => usersProgram(["git", ...words], at);
  const brought = await git(
    "fetch",
    "--quiet",
    "--no-tags",
    "--no-write-fetch-head",
    "--refmap=",
    remote.name,
    `refs/heads/${branch}`,
  );
  if (brought.exit !== 0)
    return refuse(
      "FETCH_REFUSED",
      `${branch} can't be fetched from ${remote.name}: ${lastLine(brought)}`,
      { fits: "see whether `git fetch` works here" },
    );
  if ((await git("cat-file", "-e", `${feedback.head}^{commit}`)).exit !== 0)
    return refuse("FETCH_REFUSED", `${branch} was moved on ${remote.name} meanwhile`, {
      fits: "repeat",
    });
  const isBehind =
    head !== feedback.head &&
    (await git("merge-base", "--is-ancestor", feedback.head, head)).exit === 0;
  return isBehind
    ? refuse("PULL_BEHIND", `${feedback.url} doesn't hold yet what ${run} landed`, {
        fits: `cairn pr ${run}`,
      })
    : null;
};

const nothingText = (feedback: Feedback, others: readonly Remark[]): string => {
  const { url, running } = feedback;
  const runs =
    running === 0 ? "" : ` (${howMany(running, "check")} still ${running === 1 ? "runs" : "run"})`;
  return [
    `nothing is to be done for ${url}: no check is red${runs}, and no open remark of anybody who may push there is new`,
    ...otherLines(others),
  ].join("\n");
};

const otherLines = (others: readonly Remark[]): readonly string[] =>
  others.map(
    ({ by, url }) => `  left out, since ${cleanLine(by)} may not push there: ${cleanLine(url)}`,
  );

/** These protocols start from a goal in words; others from something else. */
const goalWays = ["ultrawork", "iterative"];

/** The open pull request of a branch, with its feedback. */
const readFeedback = async (
  at: At,
  { branch, run }: Request,
  remote: Remote,
): Promise<Feedback | Refusal> => {
  if (remote.repository === null)
    return refuse(
      "FORGE_OTHER",
      `Cairn reads pull requests at GitHub alone, and ${remote.name} is at ${cleanLine(remote.url)}`,
      {
        fits: `give what is said there as a goal, with ${branch} checked out and up to date: cairn run "…"; \`cairn pr\` of that run goes to the same branch`,
      },
    );
  const open = await openOf(at, remote.repository, branch);
  if (typeof open === "string")
    return refuse("FORGE_UNREAD", open, {
      fits: "see whether `gh auth status` and `gh pr list` work here",
    });
  if (open === null)
    return refuse("PULL_NONE", `no pull request is open for ${branch}`, {
      fits: `cairn pr ${run} opens one`,
    });
  return feedbackOf(at, remote.repository, open.number);
};

const begunText = (
  run: string,
  feedback: Feedback,
  mine: readonly Remark[],
  others: readonly Remark[],
  left: number,
): string =>
  [
    `run ${run} takes up ${howMany(feedback.red.length, "red check")} and ${howMany(mine.length, "remark")} of ${feedback.url}`,
    ...(left === 0
      ? []
      : [
          `  ${left} of them ${left === 1 ? "has" : "have"} no room in it: once it is done, type this again`,
        ]),
    ...otherLines(others),
    `  next: cairn run ${run}, then: cairn pr ${run}`,
  ].join("\n");

/** Refused: FORGE_OTHER, FORGE_UNREAD, PULL_NONE, PULL_TAKEN, PULL_BEHIND, FETCH_REFUSED, and refusals of a start. */
export const continued = async (
  context: Context,
  system: System,
  request: Request,
  protocol: string,
  remote: Remote,
): Promise<Answer | Refusal> => {
  const { branch, run } = request;
  const at = { cwd: system.root, env: context.env };
  const feedback = await readFeedback(at, request, remote);
  if (isRefusal(feedback)) return feedback;
  const { live, goals } = await takenUp(system, feedback.url);
  if (live !== null)
    return refuse("PULL_TAKEN", `run ${live} is at what was said of ${feedback.url} already`, {
      fits: `cairn run ${live}, then: cairn pr ${live}`,
    });
  const fresh = feedback.remarks.filter(({ url }) => !goals.some((goal) => names(goal, url)));
  const [mine, others] = [fresh.filter(({ may }) => may), fresh.filter(({ may }) => !may)];
  if (feedback.red.length === 0 && mine.length === 0)
    return {
      exit: exits.done,
      json: { run, is: "nothing", url: feedback.url, running: feedback.running },
      text: () => nothingText(feedback, others),
    };
  const { text: goal, left } = goalOf(feedback, mine);
  if (has(context.given, "print"))
    return { exit: exits.done, json: { run, url: feedback.url, goal, left }, text: () => goal };
  const unfetched = await fetched(at, remote, request, feedback);
  if (unfetched !== null) return unfetched;
  const way = goalWays.includes(protocol) ? protocol : "ultrawork";
  const started = await begin(context, system, {
    protocol: way,
    words: [goal],
    from: { commit: feedback.head, branch },
  });
  if (isRefusal(started)) return started;
  return {
    exit: exits.done,
    json: {
      run: started.run,
      is: "begun",
      url: feedback.url,
      red: feedback.red.length,
      remarks: mine.length,
      left,
    },
    text: () => begunText(started.run, feedback, mine, others, left),
  };
};
