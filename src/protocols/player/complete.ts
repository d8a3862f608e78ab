// The name of a run's folder, by its template and the moment of its start; a name that is taken moves it to the next free second.
import { isRefusal } from "../../core/refusal.ts";
import { stemOf } from "./start/resolve.ts";
import { readTemplate } from "./template/read-template.ts";
import { isSlug, middleOf } from "./template/slug.ts";

/** Format: `20260317-143022`. */
export const stampOf = (at: string, seconds = 0): string => {
  const time = new Date(Date.parse(at) + seconds * 1000).toISOString();
  return `${time.slice(0, 10).replaceAll("-", "")}-${time.slice(11, 19).replaceAll(":", "")}`;
};

/** Returns the file's stem, or the middle of the template's id if the stem can't be a slug. */
export const slugFor = (path: string, text: string): string => {
  const stem = stemOf(path);
  if (isSlug(stem)) return stem;
  const template = readTemplate(text);
  return (isRefusal(template) ? null : middleOf(template.id)) ?? "template";
};
