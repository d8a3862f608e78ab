// Configuration part with the checks of all work, and the setup of a fresh checkout.
import type { Finding } from "../../core/message.ts";
import { isRecord } from "../../core/json/record.ts";
import * as t from "../../kit/schema.ts";
import type { Ready } from "../../landing/site.ts";
import { argv, object, some, texts } from "./fields.ts";

/** Within the tree, without `..`: `.` or a path with `/`. */
const isInside = (path: string): boolean =>
  path === "." || !path.split("/").some((part) => part === ".." || part === "");
const paths = (is: (path: string) => boolean) =>
  texts(
    "must be a list of paths within the repository, without ..",
    (path) => isInside(path) && is(path),
  );
/** Each is more specific than the whole repository. */
const parts = paths((path) => path !== ".");

/** @param seconds default of the time limit */
const command = (seconds: number) => ({
  argv,
  cwd: t.standing(
    t.told("must be a folder of the repository, such as . or web", t.text, isInside),
    ".",
  ),
  timeout_s: t.standing(t.wholeFrom(1, 7_200), seconds),
});
const nameRule = "must be a name of its own, at most 80 characters";
const check = '{"name": "tests", "argv": ["npm", "test"]}';
const checks = t.list(
  object(
    "a check",
    {
      name: t.told(nameRule, t.filled(80)),
      ...command(900),
      pin: t.means(
        "paths and patterns that are put back as the run found them before this check, such as test/**",
        t.exactOptional(parts),
      ),
      writes: t.means(
        "files that it is known to rewrite, such as src/version.gen.js: paths and patterns; they are put back after it",
        t.exactOptional(parts),
      ),
      parallel: t.means(
        "false: no other check of a run is under way beside it, for a fixed port or a database",
        t.standing(t.flag, true),
      ),
    },
    check,
  ),
  `must be a list: [${check}]`,
);
const setup = object(
  "setup",
  {
    ...command(1_800),
    inputs: t.standing(
      paths(() => true),
      [],
    ),
    makes: t.standing(parts, []),
  },
  '{"argv": ["npm", "ci"], "inputs": ["package-lock.json"], "makes": ["**/node_modules"]}',
);
const place = some("place", { copy: parts }, '{"copy": [".env"]}');
const keep = t.standing(parts, []);

export const readiness = {
  checks: t.means(
    "what all work must pass before it lands, run by cairn in a clean checkout",
    checks,
  ),
  setup: t.means(
    "what makes a fresh checkout ready: run once for the same content of `inputs`, and for each commit of a run that changes them; kept are the paths and patterns that it `makes`",
    t.unset(setup),
  ),
  place: t.means(
    "ignored files that work needs, as paths and patterns, copied into each place and never landed; .worktreeinclude names more",
    t.unset(place),
  ),
  keep: t.means(
    "paths and patterns of what lands although it looks like what tools make, such as dist",
    t.unset(keep),
  ),
};

/** Findings about checks with the name of an earlier one. */
export const repeated = (given: unknown): readonly Finding[] => {
  const all: readonly unknown[] = Array.isArray(given) ? given : [];
  const taken = all.map((one) => (isRecord(one) ? one["name"] : undefined));
  return taken.flatMap((name, index) =>
    typeof name === "string" && taken.indexOf(name) < index
      ? [{ pointer: `/checks/${index}/name`, text: nameRule }]
      : [],
  );
};

const timed = <T extends { readonly timeout_s: number }>({ timeout_s, ...one }: T) => ({
  ...one,
  ms: timeout_s * 1_000,
});
type Given<S extends t.Schema> = t.Of<S> | undefined;
export const readyOf = (given: {
  readonly checks?: Given<typeof checks>;
  readonly setup?: Given<typeof setup>;
  readonly place?: Given<typeof place>;
  readonly keep?: Given<typeof keep>;
}): Ready => ({
  checks: (given.checks ?? []).map(({ pin = [], writes = [], parallel, ...one }) => ({
    ...timed(one),
    ...(writes.length === 0 ? {} : { writes }),
    ...(parallel ? {} : { parallel }),
    ...(pin.length === 0 ? {} : { pin }),
  })),
  setup: given.setup === undefined ? null : timed(given.setup),
  copy: given.place?.copy ?? [],
  ...((given.keep ?? []).length === 0 ? {} : { keep: given.keep }),
});
