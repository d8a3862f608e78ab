// Lenient reader of a template as data: plays old ones despite stricter rules.
import { readJson } from "../../../core/json/json.ts";
import { isRefusal, refuse, type Refusal } from "../../../core/refusal.ts";
import { notes } from "./notes.ts";
import { readDocument } from "./read/document.ts";
import type { Template } from "./template.ts";

/**
 * Reads a template and fills in defaults, without judging it (`validate` does): what that would refuse is read as missing.
 * Refusals: FILE_BROKEN, TYPE_WRONG (not an object at all).
 */
export const readTemplate = (text: string): Template | Refusal => {
  const root = readJson(text, { twice: true });
  if (isRefusal(root)) return root;
  const document = readDocument(root, notes());
  return (
    document?.template ?? refuse("TYPE_WRONG", "a template is a JSON object, and this is none")
  );
};
