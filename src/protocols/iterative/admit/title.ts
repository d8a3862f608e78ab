// Title edits in the plan file and context.md: adopted as the work's title.
import { wrong } from "../../../kit/edits/edit-reading.ts";
import type { Reading } from "../markdown/document.ts";
import { titleOf } from "../units.ts";
import { asking, type EditRead, findingAt, type Page } from "./page.ts";

type Titled = Reading & { readonly title: string | null };

/** A title that replaces the template's becomes the brief's, if that has none; another title is reported, and the rest of the file is admitted. */
export const titleAsked = (page: Page<Titled>, before: Titled): EditRead => {
  const { state, after } = page;
  const title = after.title ?? "";
  if (title === "" || title === before.title || title === titleOf(state)) return {};
  const fixed = findingAt(
    page,
    "#",
    "FIELD_FIXED",
    "the title is the brief's",
    "change it in brief.md",
  );
  if ((before.title ?? "") !== "") return wrong(fixed);
  return state.brief?.title === state.task
    ? asking("#", { type: "WriteBrief", data: { title } })
    : { waits: [() => fixed] };
};
