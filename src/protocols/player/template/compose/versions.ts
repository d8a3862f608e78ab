// File versions of a composed template: equal content reuses a file, other content gets a `-v2` name.
import { plain, readJson } from "../../../../core/json/json.ts";
import { isRecord } from "../../../../core/json/record.ts";
import { isRefusal, type Refusal, refuse } from "../../../../core/refusal.ts";
import { slugLimit } from "../../limits.ts";

const mostVersions = 1_000;

/** `name`, `name-v2`, `name-v3` …, each short enough for a file and an id. */
const versioned = (slug: string, version: number): string => {
  const end = version === 1 ? "" : `-v${version}`;
  return `${slug.slice(0, slugLimit - end.length).replace(/-+$/u, "")}${end}`;
};

/** The content without its timestamps. */
const timeless = (text: string): string | null => {
  const node = readJson(text);
  const value = isRefusal(node) ? null : plain(node);
  if (!isRecord(value)) return null;
  const undated = (key: string): unknown => {
    const found = value[key];
    return typeof found === "string" ? found.replace(/-\d{8}$/u, "") : found;
  };
  return JSON.stringify({
    ...value,
    created_at: null,
    template_id: undated("template_id"),
    source_session: undated("source_session"),
  });
};

export type Version<T> = {
  readonly slug: string;
  readonly made: T;
  /** It exists already with the same content. */ readonly there: boolean;
};

/** First version that is free or has the same content. `existing`: texts by slug */
export const versionOf = <T extends { readonly text: string }>(
  slug: string,
  make: (slug: string) => T | Refusal,
  existing: (slug: string) => string | null,
): Version<T> | Refusal => {
  for (let version = 1; version <= mostVersions; version += 1) {
    const name = versioned(slug, version);
    const made = make(name);
    if (isRefusal(made)) return made;
    const there = existing(name);
    if (there === null) return { slug: name, made, there: false };
    if (timeless(there) === timeless(made.text)) return { slug: name, made, there: true };
  }
  return refuse("NAME_TAKEN", `there are ${mostVersions} versions of ${slug}`, {
    fits: "another name",
  });
};
