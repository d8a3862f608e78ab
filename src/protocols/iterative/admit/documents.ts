// Readers of the edited documents, one for each file name.
import { openJson } from "../../../kit/edits/edits.ts";
import { atPointer, type JsonNode, placeOf, readJson } from "../../../core/json/json.ts";
import { wholeOf } from "../../../kit/document/part.ts";
import { isRefusal, type Refusal } from "../../../core/refusal.ts";
import type { Path } from "../../../core/row.ts";
import { briefFile, briefText } from "../files/brief.ts";
import { contextFile, contextText } from "../files/context.ts";
import { guardrailsFile, guardrailsText } from "../files/guardrails.ts";
import { planText } from "../files/plan.ts";
import { stateFile, stateText } from "../files/state-file.ts";
import { documentLimit } from "../limits.ts";
import { readBrief } from "../markdown/brief.ts";
import { readContext } from "../markdown/context.ts";
import type { Reading } from "../markdown/document.ts";
import { readGuardrails } from "../markdown/guardrails.ts";
import { readPlan } from "../markdown/plan.ts";
import type { State } from "../state.ts";
import { briefAnchors, briefAsked } from "./brief.ts";
import { contextAsked } from "./context.ts";
import { guardrailsAsked } from "./guardrails.ts";
import { type EditRead, type Page, placeIn } from "./page.ts";
import { planAnchor, planAsked } from "./plan.ts";
import { stateAsked } from "./state-json.ts";
import type { Edited } from "./trial.ts";

/** A parsed edited document. `asked`: its meaning as an edit of `before`; `current`: current content of the file. */
export type Opened = {
  readonly edited: Edited;
  asked(state: State, before: string, current: string): EditRead;
};

const page = <R extends Reading>(
  path: Path,
  text: string,
  read: (text: string) => R,
  asked: (page: Page<R>, before: R, current: R) => EditRead,
  inner?: (after: R) => Edited["inner"],
): Opened => {
  const after = read(text);
  const refine = inner?.(after);
  return {
    edited: {
      path,
      place: (anchor) => placeIn(after, anchor),
      ...(refine === undefined ? {} : { inner: refine }),
    },
    asked: (state, before, current) => asked({ state, path, after }, read(before), read(current)),
  };
};

const empty: JsonNode = { is: "object", at: 0, end: 0, members: [] };
const rootOf = (text: string): JsonNode | null => {
  const root = readJson(text);
  return isRefusal(root) ? null : root;
};

const json = (path: Path, text: string): Opened | Refusal => {
  const root = openJson(path, text, documentLimit);
  if (isRefusal(root)) return root;
  return {
    edited: { path, place: (pointer) => placeOf(text, atPointer(root, pointer)?.at ?? 0) },
    asked: (state, before, current) =>
      stateAsked(state, rootOf(before) ?? empty, wholeOf(path, text, root), rootOf(current)),
  };
};

/** The current content of one document. */
export const currentText = (state: State, path: Path): string => {
  switch (path) {
    case stateFile:
      return stateText(state);
    case briefFile:
      return briefText(state);
    case contextFile:
      return contextText(state);
    case guardrailsFile:
      return guardrailsText(state);
    default:
      return planText(state);
  }
};

/** Returns null for a document that isn't read by its differences. */
export const openDocument = (path: Path, text: string): Opened | Refusal | null => {
  switch (path) {
    case stateFile:
      return json(path, text);
    case "tasks.md":
    case "plan.md":
      return page(
        path,
        text,
        readPlan,
        planAsked,
        (after) => (command, at, field) => planAnchor(after, command, at, field),
      );
    case briefFile:
      return page(
        path,
        text,
        readBrief,
        briefAsked,
        () => (_command, at, field) => briefAnchors[field] ?? at,
      );
    case contextFile:
      return page(path, text, readContext, contextAsked);
    case guardrailsFile:
      return page(path, text, readGuardrails, guardrailsAsked);
    default:
      return null;
  }
};
