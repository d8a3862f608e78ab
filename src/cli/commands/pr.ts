// The verb that brings what a run has landed to reviewers: its branch pushed, and a pull request with what is proved.
import { isRecord } from "../../core/record.ts";
import { isRefusal, refuse, type Refusal } from "../../core/refusal.ts";
import type { Recorded } from "../../core/row.ts";
import type { Difference, System } from "../../runtime/system.ts";
import { has, last } from "../args.ts";
import { cleanLine } from "../clean.ts";
import { type Picture, pictureOf } from "../picture.ts";
import { pickDelivery } from "../pick-delivery.ts";
import { bodyOf, titleOf } from "../pull-request/body.ts";
import { remoteOf } from "../pull-request/remote.ts";
import { type Request, sendOff } from "../pull-request/send.ts";
import { exits, type Verb } from "../verb.ts";
import { agentMayNot } from "../who.ts";

/** The branch that was checked out as the run began. */
const ontoOf = (log: readonly Recorded[]): string | null => {
  const set = log.find(({ type }) => type === "BaseSet");
  const branch = isRecord(set?.data) ? set.data["branch"] : null;
  return typeof branch === "string" ? branch : null;
};

const requestOf = async (
  system: System,
  picture: Picture,
  work: NonNullable<Picture["work"]>,
  made: Difference,
): Promise<Request | Refusal> => {
  const { run } = picture;
  const loaded = await system.load(run);
  if (isRefusal(loaded)) return loaded;
  const attempts = await system.timeline(run);
  if (isRefusal(attempts)) return attempts;
  const log = await system.log(run);
  const criteria = loaded.protocol.evidence(loaded.state, log).filter(({ counts }) => counts);
  return {
    run,
    branch: work.branch,
    head: work.head,
    onto: ontoOf(log),
    title: titleOf(picture),
    body: bodyOf({ picture, criteria, made, attempts }),
    draft: picture.good !== true,
  };
};

export const pr: Verb = {
  name: "pr",
  summary: "push a run's branch and open a pull request, with what was done and what is proved",
  args: [
    { word: "RUN", must: false, means: "the run; the only one whose work can be merged if not said, else the one that was at work last" },
  ],
  options: {
    remote: { means: "the remote to push to; that of the branch the run began on, else origin", word: "NAME" },
    print: { means: "print the text, and push and open nothing", word: null },
  },
  example: ["cairn pr", "cairn pr 0198f3 --print"],
  run: async (context) => {
    const system = await context.system();
    const no = await agentMayNot(context, system, "opening a pull request");
    if (no !== null) return no;
    const picked = await pickDelivery(context, system, "pr", { min: 0, max: 0, words: "", over: "newest" });
    if (isRefusal(picked)) return picked;
    const picture = await pictureOf(system, picked.card);
    if (isRefusal(picture)) return picture;
    const made = await (await system.delivery()).diff(picked.card.run, null);
    if (isRefusal(made)) return made;
    if (picture.work === undefined || picture.work.landed === 0)
      return refuse("LANDING_NONE", `nothing of ${picked.card.run} has landed yet`, {
        fits: `\`cairn status ${picked.card.run}\` says what waits`,
      });
    const request = await requestOf(system, picture, picture.work, made);
    if (isRefusal(request)) return request;
    const { title, body } = request;
    if (has(context.given, "print")) return { exit: exits.done, json: request, text: () => `${cleanLine(title)}\n\n${body}` };
    const remote = await remoteOf({ cwd: system.root, env: context.env }, request.onto, last(context.given, "remote"));
    return isRefusal(remote) ? remote : sendOff(system, context.env, request, remote);
  },
};
