// Why: what a refusal says is only missing is asked of whoever sits there, and nobody has to type it all again.
import type { Asked, Refusal } from "../core/refusal.ts";
import { clean, cleanLine } from "./clean.ts";
import { put } from "./compose.ts";
import type { Context } from "./verb.ts";

type Data = Readonly<Record<string, unknown>>;

/** Of a question that Enter alone agrees to: whoever typed something else has not. */
export const agreed = (answer: string): boolean => /^(?:y(?:es)?)?$/iu.test(answer.trim());

/** How often the same is asked where nothing is answered. */
const mostTries = 3;

const questionOf = ({ name, means, among = [] }: Asked): string => {
  const said = means === "" ? "" : ` (${cleanLine(means)})`;
  return [...among.map((one, index) => `${index + 1} ${cleanLine(one)}`), `${cleanLine(name)}${said}: `].join("\n");
};

/** null: nothing that fits was said. */
const answerTo = async (context: Context, asked: Asked): Promise<string | null> => {
  const { among = [] } = asked;
  for (let round = 0; round < mostTries; round += 1) {
    const answer = (await context.ask(questionOf(asked))).trim();
    const fits = among.length === 0 ? answer : (among[Number(answer) - 1] ?? among.find((one) => one === answer) ?? "");
    if (fits !== "") return fits;
  }
  return null;
};

/** What was said with what was missing; null: the refusal stands, since it is of more than that, nobody is there, or nothing was answered. */
export const answered = async (context: Context, data: Data, refusal: Refusal): Promise<Data | null> => {
  const all = (refusal.more ?? [refusal]).map(({ asks }) => asks);
  if (!context.asks || all.some((asks) => asks === undefined)) return null;
  context.note(clean(refusal.text));
  let filled = data;
  for (const asked of all.flatMap((asks) => asks ?? [])) {
    const answer = await answerTo(context, asked);
    if (answer === null) return null;
    filled = put(filled, asked.field, answer);
  }
  return filled;
};
