// Options of a decision as text: an offered answer's label, an option in a line, all of them in a brief.
import type { DecisionOption } from "../job.ts";
import { oneLine, unbroken } from "./quote.ts";

/** Longest label of a suggested answer, in characters, to fit on a button. */
const MAX_LABEL = 60;

/** An agent's suggested answer is its own label; a long one is shortened, with its full text next to it. */
export const offered = (
  index: number,
  text: string,
): Pick<DecisionOption, "id" | "label" | "means"> => {
  const label = oneLine(text, MAX_LABEL);
  return { id: String(index + 1), label, means: label === text ? "" : text };
};

/** The label and its consequences; for a shortened label only the full text. */
export const optionText = ({
  label,
  means,
  recommended,
}: Pick<DecisionOption, "label" | "means" | "recommended">): string => {
  const isCut = label.endsWith("…");
  const first = `${isCut ? unbroken(means) : label}${recommended === true ? " (recommended)" : ""}`;
  return means === "" || isCut ? first : `${first}. ${means}`;
};
