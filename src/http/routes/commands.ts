// HTTP routes of protocol commands: schemas for the page's forms, and sending one to a run.
import { labelOf } from "../../core/message.ts";
import { isRecord } from "../../core/record.ts";
import { isRefusal, type Refusal, refuse } from "../../core/refusal.ts";
import { act } from "../acting.ts";
import type { Card } from "../../core/row.ts";
import type { CommandList, Accepted } from "../answers.ts";
import { markOf, ofRun } from "../meant.ts";
import { get, type Ground, none, post } from "../route.ts";
import { commandBody, commandList } from "../shapes/acts.ts";
import { accepted } from "../shapes/log.ts";

const heldIn = (state: unknown, names: readonly string[]): Readonly<Record<string, unknown>> =>
  isRecord(state) ? Object.fromEntries(names.map((name) => [name, state[name]])) : {};

type Fields = CommandList["commands"][number]["fields"];
/** A command's fields never change while the program runs. */
const known = new WeakMap<() => Fields, Fields>();
const fieldsOf = (json: (() => Fields) | undefined): Fields => {
  if (json === undefined) return {};
  const fields = known.get(json) ?? json();
  known.set(json, fields);
  return fields;
};

const listOf = async (
  { system }: Pick<Ground, "system">,
  card: Card,
): Promise<CommandList | Refusal> => {
  const protocol = await system.protocol(card.protocol);
  if (isRefusal(protocol)) return protocol;
  const loaded = await system.load(card.run);
  if (isRefusal(loaded)) return loaded;
  const { start, adopt } = protocol.verbs;
  const verbs = Object.entries(protocol.verbs);
  const fitting = (await system.messages(card.protocol)).filter(
    ({ type, who, verb, when = ["live", "paused"] }) =>
      who.includes("person") &&
      verb === undefined &&
      when.includes(card.life) &&
      type !== start &&
      type !== adopt,
  );
  return {
    run: card.run,
    commands: fitting.map((message) => {
      const { type, means, json, who, holds } = message;
      return {
        type,
        label: labelOf(message),
        means,
        verb: verbs.find(([, command]) => command === type)?.[0] ?? null,
        shared: who.includes("agent") || who.includes("engine"),
        fields: fieldsOf(json),
        ...(holds === undefined ? {} : { now: heldIn(loaded.state, holds) }),
      };
    }),
  };
};

export const commandsRoute = get("/api/runs/:run/commands", {
  means: "What a person may ask of the run as it is now, with the JSON Schema of what each takes.",
  query: none,
  answer: commandList,
  run: ofRun(async (asked, card): Promise<Response | Refusal> =>
    asked.answers(`${card.run} commands`, markOf(asked.live, card), () => listOf(asked, card)),
  ),
});

export const commandRoute = post("/api/runs/:run/commands/:type", {
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
