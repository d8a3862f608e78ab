// HTTP routes of what a person does: commands of the run's protocol, answers to its questions, a check of what was mended.
import { labelOf, type Message } from "../../core/message.ts";
import { isRecord } from "../../core/json/record.ts";
import { isRefusal, type Refusal, refuse } from "../../core/refusal.ts";
import type { Card } from "../../core/row.ts";
import * as t from "../../kit/schema.ts";
import { askedDecision } from "../../runtime/picture/shape.ts";
import { act } from "../acting.ts";
import type { Accepted, CheckedByHand, CommandList, DecisionBrief } from "../answers.ts";
import { markOf, ofRun } from "../meant.ts";
import { get, type Ground, none, post } from "../route.ts";
import { checkBody, checkedAgain, commandBody, commandList, decisionBody } from "../shapes/acts.ts";
import { accepted } from "../shapes/log.ts";
import { aboutOf, isPossible } from "../show/possible.ts";

const heldIn = (state: unknown, names: readonly string[]): Readonly<Record<string, unknown>> =>
  isRecord(state) ? Object.fromEntries(names.map((name) => [name, state[name]])) : {};

/** A person usually needn't send what an agent reports, or what another sends first. */
const isShared = ({ who }: Message): boolean => who.includes("agent") || who[0] !== "person";

const listOf = async (
  { system, by }: Pick<Ground, "system" | "by">,
  card: Card,
  unit: string | undefined,
): Promise<CommandList | Refusal> => {
  const protocol = await system.protocol(card.protocol);
  if (isRefusal(protocol)) return protocol;
  const loaded = await system.load(card.run);
  if (isRefusal(loaded)) return loaded;
  const trial = { protocol, state: loaded.state, stamp: { at: card.at, by } };
  const { nodes } = protocol.view(loaded.state);
  const units = unit === undefined ? [null, ...nodes] : nodes.filter(({ id }) => id === unit);
  const { start, adopt } = protocol.verbs;
  const verbs = Object.entries(protocol.verbs);
  const fitting = (await system.messages(card.protocol)).filter(
    ({ type, who, verb, answers, when = ["live", "paused"] }) =>
      who.includes("person") &&
      verb === undefined &&
      answers !== true &&
      when.includes(card.life) &&
      type !== start &&
      type !== adopt,
  );
  return {
    run: card.run,
    commands: fitting.flatMap((message) => {
      const { type, means, holds = [], redoes } = message;
      const fields = message.json?.() ?? {};
      const now = heldIn(loaded.state, holds);
      const about = unit === undefined ? {} : aboutOf(fields, units[0]?.kind);
      if (!isPossible(trial, message, now, units)) return [];
      return {
        type,
        label: labelOf(message),
        means,
        verb: verbs.find(([, command]) => command === type)?.[0] ?? null,
        shared: isShared(message),
        fields,
        ...(holds.length === 0 ? {} : { now }),
        ...(redoes === undefined ? {} : { redoes }),
        about,
      };
    }),
  };
};

const commandsRoute = get("/api/runs/:run/commands", {
  means:
    "What a person may ask of the run as it is now, but for answers to its questions, with the JSON Schema of what each takes.",
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
          fits: `GET /api/runs/${card.run}/commands lists them`,
        });
      return system.send(card.run, [{ type, data: body.data ?? {} }], by, id);
    });
  },
});

const decisionRoute = get("/api/runs/:run/decisions/:key", {
  means: "What there is to know before deciding, and the answers that there are.",
  query: none,
  answer: askedDecision,
  run: ofRun(({ system, params }, { run }): Promise<DecisionBrief | Refusal> =>
    system.decision(run, params["key"] ?? ""),
  ),
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
