// Prompts for fields that a refusal reports as missing.
import type { MissingField, Refusal } from "../core/refusal.ts";
import { clean } from "./clean.ts";
import { put } from "../core/switches.ts";
import type { Context } from "./verb.ts";

type Data = Readonly<Record<string, unknown>>;

const answerTo = ({ ask }: Context, { name, means, among = [] }: MissingField): Promise<string> => {
  const question = means === "" ? name : `${name} (${means})`;
  const choices = among.map((one) => ({ id: one, label: one }));
  return choices.length === 0 ? ask.line(question, true) : ask.choose(question, choices);
};

/** The arguments completed with answers; null: the refusal stands, since it has other causes, or no person can be asked. */
export const answered = async (
  context: Context,
  data: Data,
  refusal: Refusal,
): Promise<Data | null> => {
  const all = (refusal.more ?? [refusal]).map(({ asks }) => asks);
  if (!context.asks || all.some((asks) => asks === undefined)) return null;
  context.note(clean(refusal.text));
  let filled = data;
  for (const asked of all.flatMap((asks) => asks ?? []))
    filled = put(filled, asked.field, await answerTo(context, asked));
  return filled;
};
