// HTTP schemas of file lists and work changes.
import * as t from "../../kit/schema.ts";

export const fileList = t.open({
  run: t.text,
  version: t.integer,
  files: t.list(t.open({ path: t.text, bytes: t.integer, digest: t.text })),
  artifacts: t.means(
    "`path` is the displayed form, which may be sanitized; `address` is the plain ASCII URL",
    t.list(t.open({ path: t.text, address: t.text })),
  ),
});

const count = t.maybe(t.integer);

export const workChanges = t.open({
  run: t.text,
  branch: t.text,
  unit: t.maybe(t.text),
  job: t.maybe(t.text),
  is: t.oneOf(["landed", "working", "waiting", "tried"]),
  from: t.text,
  to: t.text,
  files: t.means(
    "added, removed: in lines; null: binary",
    t.list(t.open({ path: t.text, how: t.text, added: count, removed: count })),
  ),
  checkFiles: t.means("files that affect checks", t.list(t.text)),
  uncommitted: t.means("of the user's, which a merge commits, too", t.list(t.text)),
  unmet: t.means("what the repository asks of commits and these lack", t.list(t.text)),
  patch: t.means("as in `git diff`; `cut`: truncated", t.text),
  cut: t.flag,
});

const lines = { files: t.integer, added: t.integer, removed: t.integer };

export const workCounts = t.open({
  run: t.text,
  units: t.byName(t.open({ ...lines, is: t.oneOf(["landed", "waiting"]) })),
  all: t.means("of landed work; null: none", t.maybe(t.open(lines))),
});
