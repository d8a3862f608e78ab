// Slugs of templates, their files and runs: valid in ids and file names.
import { kebab } from "../../../core/documents/folder-name.ts";
import { slugLimit } from "../limits.ts";

const form = /^[a-z0-9]+(?:-[a-z0-9]+)*$/u;

export const isSlug = (text: string): boolean => text.length <= slugLimit && form.test(text);

/** Converts a name to a slug; null if nothing usable is left. */
export const slugOf = (name: string): string | null => kebab(name, slugLimit) || null;

/** Part of a template's id between `wft-` and the date; null if it can't be a slug. */
export const middleOf = (templateId: string): string | null => {
  const middle = templateId.replace(/^wft-/u, "").replace(/-\d{8}$/u, "");
  return slugOf(middle);
};
