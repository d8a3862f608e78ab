// HTTP routes of what a person does: commands of the run's protocol, answers to its questions, a check of what was mended.
import { isRefusal, type Refusal, refuse } from "../../core/refusal.ts";
import type { Card } from "../../core/row.ts";
import * as t from "../../kit/schema.ts";
import { act } from "../acting.ts";
import type { Accepted, CheckedByHand, CommandList, DecisionBrief } from "../answers.ts";
import { markOf, ofRun } from "../addresses.ts";
import { get, type Ground, none, post } from "../route.ts";
import {
  checkBody,
  checkedAgain,
  commandBody,
  commandList,
  decisionBody,
  decisionBrief,
} from "../shapes/acts.ts";
import { accepted } from "../shapes/log.ts";
import { offerOf } from "../show/offers.ts";

const listOf = async (
  { system, by }: Pick<Ground, "system" | "by">,
  card: Card,
  about: string | undefined,
): Promise<CommandList | Refusal> => {
  const protocol = await system.protocol(card.protocol);
  if (isRefusal(protocol)) return protocol;
  const loaded = await system.load(card.run);
  if (isRefusal(loaded)) return loaded;
  const { state } = loaded;
  const unit = protocol.view(state).nodes.find(({ id }) => id === about) ?? null;
  const { start, adopt } = protocol.verbs;
  const fitting = (await system.messages(card.protocol)).filter(
    ({ type, who, verb, answers, when = ["live", "paused"] }) =>
      who.includes("person") &&
      verb === undefined &&
      answers !== true &&
      when.includes(card.life) &&
      type !== start &&
      type !== adopt,
  );
  const ground = { protocol, state, stamp: { at: card.at, by }, unit };
  return {
    run: card.run,
    commands:
      unit === null && about !== undefined
        ? []
        : fitting.flatMap((message) => offerOf(ground, message) ?? []),
  };
};

const commandsRoute = get("/api/runs/:run/commands", {
  means:
    "What a person may ask of the run as it is now by a button: the commands of verbs, or those about a unit that take a reason. `cairn send` takes any.",
  query: t.open({
    unit: t.optional(t.means("only what is about this unit of the run", t.most(500, t.text))),
  }),
  answer: commandList,
  run: ofRun(async (asked, card): Promise<Response | Refusal> => {
    const { unit } = asked.query;
    const key = `${card.run} commands${unit === undefined ? "" : ` ${unit}`}`;
    return asked.answers(key, markOf(asked.live, card), () => listOf(asked, card, unit));
  }),
});

const commandRoute = post("/api/runs/:run/commands/:type", {
  means: "Sends one command to the run, as the person who sits at the page.",
  body: commandBody,
  answer: accepted,
  run: (asked): Promise<Accepted | Refusal> => {
    const { system, params, by, body } = asked;
    return act(asked, async (card, id) => {
      const type = params["type"] ?? "";
      const known = (await system.messages(card.protocol)).some((message) => message.type === type);
      if (!known)
        return refuse("COMMAND_UNKNOWN", `there is no command ${type.slice(0, 64)}`, {
          fits: `\`cairn schema\` lists them`,
        });
      return system.send(card.run, [{ type, data: body.data ?? {} }], by, id);
    });
  },
});

const decisionRoute = get("/api/runs/:run/decisions/:key", {
  means: "What there is to know before deciding, and the answers that there are.",
  query: none,
  answer: decisionBrief,
  run: ofRun(async ({ system, params }, { run, protocol }): Promise<DecisionBrief | Refusal> => {
    const asked = await system.decision(run, params["key"] ?? "");
    if (isRefusal(asked) || asked.rewrite === null || "documents" in asked.rewrite) return asked;
    const { command } = asked.rewrite;
    const message = (await system.messages(protocol)).find(({ type }) => type === command);
    return { ...asked, fields: message?.json?.() ?? {} };
  }),
});

const decideRoute = post("/api/runs/:run/decisions/:key", {
  means: "Answers a decision, as the person who sits at the page.",
  body: decisionBody,
  answer: accepted,
  run: (asked): Promise<Accepted | Refusal> => {
    const { system, params, by, body } = asked;
    const { option, note, data } = body;
    return act(asked, ({ run }, id) =>
      system.decide(run, params["key"] ?? "", option, note, data ?? null, by, id),
    );
  },
});

const checkAgainRoute = post("/api/runs/:run/check-again", {
  means:
    "A person mended a stuck task by hand: its checks run on what is there now. Where all pass, a runner has them run for the record.",
  body: checkBody,
  answer: checkedAgain,
  run: ofRun(async (asked, { run }): Promise<CheckedByHand | Refusal> => {
    const { system, by, body, live, runners } = asked;
    const checked = await system.checkAgain(run, body.unit, by);
    if (isRefusal(checked)) return checked;
    await system.settle();
    await live.look();
    const { unit, ran, failed } = checked;
    return { run, unit, ran, failed, driven: failed.length === 0 && (await runners.drive(run)) };
  }),
});

export const actsRoutes = [
  commandsRoute,
  commandRoute,
  decisionRoute,
  decideRoute,
  checkAgainRoute,
];
