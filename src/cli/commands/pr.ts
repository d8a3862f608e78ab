// Verb `cairn pr`: pushes a run's branch, opens a pull request with its proofs, and starts runs on its feedback.
import { isRefusal } from "../../core/refusal.ts";
import { has, last } from "../flags/args.ts";
import { cleanLine } from "../../core/words/clean.ts";
import { alongText } from "../text/delivery-text.ts";
import { pickDelivery } from "../pick/pick-delivery.ts";
import { continued } from "../pull-request/continue.ts";
import { partsOf, requestOf } from "../pull-request/parts.ts";
import { remoteOf } from "../pull-request/remote.ts";
import { sendOff } from "../pull-request/send.ts";
import { exits, type Verb } from "../verb.ts";

export const pr: Verb = {
  name: "pr",
  person: "opening a pull request",
  summary: "push a run's branch and open a pull request, by GitHub's gh",
  args: [
    { word: "RUN", must: false, means: "the run; default: the only one to merge, else the latest" },
  ],
  options: {
    remote: {
      means: "the remote to push to; that of the branch the run began on, else origin",
      word: "NAME",
    },
    continue: {
      means:
        "make red checks and open remarks the goal of another run, which begins on the pull request",
      word: null,
    },
    print: { means: "print the text, or the goal, and push, open and begin nothing", word: null },
  },
  example: ["cairn pr", "cairn pr 0198f3 --print", "cairn pr 0198f3 --continue"],
  run: async (context) => {
    const system = await context.system();
    const picked = await pickDelivery(context, system, "pr");
    if (isRefusal(picked)) return picked;
    const parts = await partsOf(system, picked.card);
    if (isRefusal(parts)) return parts;
    const request = requestOf(parts);
    const { title, body } = request;
    const goesOn = has(context.given, "continue");
    if (has(context.given, "print") && !goesOn)
      return { exit: exits.done, json: request, text: () => `${cleanLine(title)}\n\n${body}` };
    const remote = await remoteOf(
      { cwd: system.root, env: context.env },
      request.onto,
      last(context.given, "remote"),
    );
    if (isRefusal(remote)) return remote;
    if (goesOn) return continued(context, system, request, picked.card.protocol, remote);
    const review = await (await system.delivery()).forReview(request.run, request);
    if (isRefusal(review)) return review;
    const { head, apart } = review;
    if (apart !== null && apart.along.length > 0)
      context.note(
        `${cleanLine(request.onto ?? "the checkout")} lacks what the run began on: the run's work goes alone, without ${alongText(apart.along)}`,
      );
    return sendOff(system, context.env, { ...request, head }, remote);
  },
};
