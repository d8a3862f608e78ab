// HTTP schemas of commands, refusals and decisions, checked against the shared answer types.
import * as t from "../../kit/schema.ts";
import type { CheckedByHand, CommandList, DecisionBrief, Driven, RefusedList } from "../answers.ts";
import { decision } from "./picture.ts";

export const commandList = t.open({
  run: t.text,
  commands: t.list(
    t.open({
      type: t.text,
      label: t.means("on a button", t.text),
      means: t.text,
      verb: t.maybe(t.text),
      shared: t.flag,
      fields: t.byName(t.anything),
      now: t.exactOptional(
        t.means("what fields of its data say in the run as it is now", t.byName(t.anything)),
      ),
    }),
  ),
}) satisfies t.Schema<CommandList>;

export const refusedList = t.open({
  run: t.text,
  unit: t.text,
  refused: t.means("why, by the command's type", t.byName(t.text)),
}) satisfies t.Schema<RefusedList>;

export const decisionBrief = t.open({
  ...decision.entries,
  brief: t.text,
  documents: t.means(
    "to be read before",
    t.list(t.open({ path: t.text, text: t.text, cut: t.means("it is longer", t.flag) })),
  ),
  rewrite: t.means(
    "what may be changed before it is answered: documents, or the data of a command as it stands",
    t.maybe(
      t.either(
        t.open({ documents: t.list(t.text) }),
        t.open({ command: t.text, data: t.anything }),
      ),
    ),
  ),
}) satisfies t.Schema<DecisionBrief>;

export const driven = t.open({ run: t.text, driven: t.flag }) satisfies t.Schema<Driven>;

export const checkedAgain = t.open({
  run: t.text,
  unit: t.text,
  ran: t.integer,
  failed: t.means("what each check said that failed: then nothing was recorded", t.list(t.text)),
  driven: t.flag,
}) satisfies t.Schema<CheckedByHand>;

/** Made anew by the page for each thing it asks, and the same when it asks again because the answer was lost. */
export const id = t.means(
  "of this request: the same again gets the first answer",
  t.matching(/^[\w-]{8,64}$/u, "8 to 64 letters, digits, _ or -"),
);

const drive = t.optional(
  t.means(
    "a run, this one or one that it is a part of, that a runner of the server's then drives, unless one is at work on it",
    t.most(500, t.text),
  ),
);
export const commandBody = t.open({ data: t.optional(t.anything), drive, id });
export const decisionBody = t.open({
  option: t.most(500, t.text),
  note: t.standing(t.most(100_000, t.text), ""),
  data: t.optional(t.anything),
  drive,
  id,
});
export const driveBody = t.open({});
export const checkBody = t.open({ unit: t.most(500, t.least(1, t.text)) });
