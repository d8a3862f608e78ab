// HTTP routes that start a run, and start or release a runner of this server's for one.
import { digest } from "../../core/hash.ts";
import { isOver } from "../../core/over.ts";
import type { Command } from "../../core/protocol.ts";
import { Fault, isRefusal, type Refusal, refuse } from "../../core/refusal.ts";
import { switched } from "../../core/switches.ts";
import { isToMerge } from "../../core/words/wrong-lines.ts";
import * as t from "../../kit/schema.ts";
import { idOf } from "../acting.ts";
import type { Driven, Startable } from "../answers.ts";
import { agentDrivesNot } from "../going-on.ts";
import { ofRun } from "../addresses.ts";
import { get, type Ground, post, type RouteRequest } from "../route.ts";
import { driveBody, driven } from "../shapes/acts.ts";
import { startable, startBody } from "../shapes/starts.ts";

/** Starts a runner of this server, unless one is active. Fault RUNNER_UNSTARTED. */
const drive = async (
  ground: Pick<Ground, "system" | "by" | "runners">,
  run: string,
): Promise<Driven | Refusal> => {
  const no = await agentDrivesNot(ground, run);
  if (no !== null) return no;
  if (await ground.runners.drive(run)) return { run, driven: true };
  throw new Fault(
    "RUNNER_UNSTARTED",
    "no runner could be started",
    `begin one in a terminal: \`cairn run ${run}\``,
  );
};

const driveRoute = post("/api/runs/:run/drive", {
  means:
    "Begins a runner of this server's for the run, unless one is at work; it ends when the run waits for a person, and with the server.",
  body: driveBody,
  answer: driven,
  run: ofRun(async (asked, card): Promise<Driven | Refusal> => {
    if (isOver(card.life))
      return refuse("RUN_OVER", `run ${card.run} is over: nothing is left to drive`);
    return drive(asked, card.run);
  }),
});

const restRoute = post("/api/runs/:run/rest", {
  means: "Asks this server's runner to let go, as Ctrl-C does: jobs under way go on by themselves.",
  body: driveBody,
  answer: driven,
  run: ofRun(async (asked, card): Promise<Driven | Refusal> => {
    await asked.runners.rest(card.run);
    return { run: card.run, driven: asked.runners.of(card.run) !== null };
  }),
});

/** In characters of five bits, like random ids. */
const length = 12;
/** Replaces ambiguous letters, which ids don't contain. */
const instead: Readonly<Record<string, string>> = { i: "w", l: "x", o: "y", u: "z" };

/** @param request the id that its sender gave the request */
const runIdOf = (request: string): string =>
  BigInt(`0x${digest(request)}`)
    .toString(32)
    .slice(-length)
    .replaceAll(/[ilou]/gu, (letter) => instead[letter] ?? letter);

const againOf = async (
  { system }: Ground,
  named: string | undefined,
): Promise<Startable["again"] | Refusal> => {
  if (named === undefined) return null;
  const card = await system.find(named);
  if (isRefusal(card)) return card;
  const begun = await (await system.starts()).begunWith(card.run);
  if (isRefusal(begun)) return begun;
  const { protocol, data, switches, agents, budget } = begun;
  return { protocol, data, switches, agents, budget };
};

const templatesIn = async ({ system }: Ground): Promise<Startable["templates"]> => {
  const found = await (await system.templates()).list();
  return isRefusal(found)
    ? []
    : found.map(({ slug, name, means, path, errors, needs }) => ({
        slug,
        name,
        means,
        path,
        errors,
        needs: needs.map((need) => ({
          name: need.name,
          required: need.required,
          means: need.means,
          otherwise: need.otherwise,
        })),
      }));
};

const startableRoute = get("/api/start", {
  means:
    "What can be begun here: by which protocol, agents and checks, and with `again` what a run was begun with.",
  query: t.open({ again: t.optional(t.means("a run", t.most(200, t.text))) }),
  answer: startable,
  run: async (asked): Promise<Startable | Refusal> => {
    const again = await againOf(asked, asked.query.again);
    if (isRefusal(again)) return again;
    const { usual, protocols, agents, lacks, checks, budget } = await (
      await asked.system.starts()
    ).options();
    return {
      usual,
      protocols: protocols.map(({ name, purpose, goal, plays, flags, roles }) => ({
        name,
        purpose,
        goal: [...goal],
        plays,
        switches: flags.flatMap(({ name: flag, means, word }) =>
          word === null ? [{ name: flag, means }] : [],
        ),
        roles,
      })),
      agents: agents.map(({ name, driver, wrong }) => ({ name, driver, wrong })),
      lacks,
      checks: checks.map(({ name, argv }) => ({ name, argv: [...argv] })),
      budget,
      templates: await templatesIn(asked),
      again,
    };
  },
});

type Wanted = t.Of<typeof startBody>;

const toldAll = ({ agents, budget }: Wanted): readonly Command[] => [
  ...(Object.keys(agents).length === 0 ? [] : [{ type: "AssignRoles", data: { roles: agents } }]),
  ...(budget.trim() === "" ? [] : [{ type: "SetBudget", data: { budget } }]),
];

/** The head of the work of the run to follow, unless the checkout contains it; undefined: the checkout's own commit. */
const followed = async ({ system, body: { follows } }: RouteRequest<null, Wanted>) => {
  if (follows === undefined) return undefined;
  const card = await system.find(follows);
  if (isRefusal(card)) return card;
  const picture = await system.picture(card.run);
  if (isRefusal(picture)) return picture;
  const { work } = picture;
  return work && isToMerge({ work }) ? { commit: work.head, branch: work.branch } : undefined;
};

/** Like `cairn run --later`, or like `cairn run` if it is to be driven. */
const begin = async (asked: RouteRequest<null, Wanted>, id: string): Promise<Refusal | null> => {
  const { system, by, body } = asked;
  const found = await system.protocol(body.protocol);
  if (isRefusal(found)) return found;
  const message = (await system.messages(found.name)).find(
    ({ type }) => type === (found.verbs["start"] ?? "Start"),
  );
  const flags = message?.flags ?? [];
  const unknown = body.switches.findIndex(
    (one) => !flags.some(({ name, word }) => word === null && name === one),
  );
  if (unknown !== -1)
    return refuse(
      "FIELD_INVALID",
      `${found.name} has no switch ${body.switches[unknown]?.slice(0, 64) ?? ""}`,
      { pointer: `/switches/${unknown}`, fits: "GET /api/start lists those that there are" },
    );
  const from = await followed(asked);
  if (isRefusal(from)) return from;
  const data = switched(body.data, flags, body.switches);
  const started = await system.start(
    found.name,
    data,
    by,
    false,
    toldAll(body),
    body.drive ? {} : undefined,
    from,
    id,
  );
  return isRefusal(started) ? started : null;
};

const startRoute = post("/api/runs", {
  means:
    "Starts a run, as the person who sits at the page, and has a runner of this server's begin its work.",
  body: startBody,
  answer: driven,
  run: async (asked): Promise<Driven | Refusal> => {
    const { system, live, body } = asked;
    // A repeated request means the same run.
    const run = runIdOf(idOf(body.id));
    const isThere = async (): Promise<boolean> => (await system.runs({ run })).length > 0;
    const no = (await isThere()) ? null : await begin(asked, run);
    if (no !== null && !(await isThere())) return no;
    await system.settle();
    await live.look();
    return body.drive ? drive(asked, run) : { run, driven: false };
  },
});

export const startRoutes = [startableRoute, startRoute, driveRoute, restRoute];
