// Events of a run's base: its commit, its checks and its private files.
import type { Site } from "../site.ts";
import { event, firstSaid, opening } from "../scope.ts";
import { shortId } from "../../core/words/short-id.ts";
import { own } from "../../core/reports/attempt-end.ts";
import * as t from "../../kit/schema.ts";
import { unrunOf, whyLines } from "../red-causes.ts";
import * as shapes from "../shapes.ts";

/** `setup`: whether the setup is tried there, too. */
const untried = ({ checks, setup: made }: Site["ready"], setup: boolean): Site["tried"] =>
  checks.length > 0 || (setup && made !== null) ? null : { red: [], answered: true };

export const baseSet = opening("BaseSet", {
  means:
    "The commit from which the run starts, its branch, and the checks that all its work must pass.",
  data: shapes.baseFields,
  line: ({ base, branch, name }) =>
    `${name} starts at ${shortId(base.commit)}${branch === null ? "" : ` of ${branch}`}`,
  refers: ({ base }) => ({ commits: [base.commit] }),
  broken: (before) => (before === null ? null : "the run has a base already"),
  begin({ base, branch, name, ready, beside, trial }) {
    const start = {
      ready,
      tried: untried(ready, trial === true),
      rereads: 0,
      inputs: {},
      final: null,
      expected: [],
      previous: null,
      landed: 0,
      taken: 0,
      candidates: {},
      marks: {},
      delivery: null,
      earlier: [],
      declined: [],
      dropped: false,
    };
    const untracked = beside === undefined ? {} : { beside };
    return { ...start, ...untracked, base: { ...base, branch }, branch: name, head: base };
  },
});

export const baseTried = event("BaseTried", {
  means: "How the repository's checks ended on the base.",
  data: {
    red: t.list(shapes.red),
    setup: t.optional(t.text),
    ...shapes.around,
    proofs: t.optional(t.list(shapes.proved)),
  },
  line: ({ red, setup }) =>
    setup !== undefined
      ? "setup fails on the base"
      : red.length === 0
        ? "all checks are green on the base"
        : `red on the base: ${red.map(({ name }) => name).join(", ")}`,
  news: "ends",
  ends: ({ red, setup }) => {
    if (setup !== undefined) return [own("failed", `the setup fails: ${setup}`)];
    const names = red.map(({ name }) => name).join(", ");
    return [names === "" ? own("passed") : own("failed", names)];
  },
  refers: ({ proofs = [] }) => ({ outputs: proofs.map(({ digest }) => digest) }),
  apply: (site, { proofs: _proofs, ...tried }) => ({
    ...site,
    tried: { ...tried, answered: tried.red.length === 0 && tried.setup === undefined },
  }),
});

export const baseAnswered = event("BaseAnswered", {
  means: "What becomes of those that are red there.",
  data: {
    answer: t.oneOf(["expect", "drop", "again"]),
    ready: t.optional(shapes.ready),
    digest: t.optional(t.text),
  },
  line: ({ answer, digest }) =>
    answer === "again"
      ? `the configuration was read again: ${shortId(digest ?? "")}`
      : answer === "drop"
        ? "what fails is dropped"
        : "they may stay red until they are green once",
  news: {
    word: "again",
    line: ({ answer }, { expected, tried }) => {
      if (answer !== "expect") return null;
      const causes = (tried?.red ?? []).map(({ name, said }) => {
        const why = unrunOf(said);
        if (why !== null) return `${name} couldn't be run at all (${why})`;
        const output = said.split("\n").slice(1).join("\n");
        return `${name}: ${firstSaid(whyLines(output, 1) || said)}`;
      });
      return [
        `${expected.join(", ")}: red on the base, and may stay red until green once`,
        ...causes,
      ].join("; ");
    },
  },
  apply(site, { answer, ready }) {
    if (answer === "again" && ready !== undefined)
      return {
        ...site,
        ready,
        tried: untried(ready, true),
        expected: [],
        rereads: site.rereads + 1,
      };
    // A failed setup had kept the checks from running; now they have to.
    if (site.tried?.setup !== undefined) {
      const rest = { ...site.ready, setup: null };
      return { ...site, ready: rest, tried: untried(rest, true), rereads: site.rereads + 1 };
    }
    const red = (site.tried?.red ?? []).map(({ name }) => name);
    const tried = { red: site.tried?.red ?? [], answered: true };
    if (answer === "expect") return { ...site, tried, expected: red };
    return {
      ...site,
      tried,
      ready: { ...site.ready, checks: site.ready.checks.filter(({ name }) => !red.includes(name)) },
    };
  },
});

export const inputsLent = event("InputsLent", {
  means:
    "The private files that jobs and checks are given from then on, by their digests; null: there is no such file.",
  data: shapes.lent,
  line: ({ files }) =>
    Object.entries(files)
      .map(([path, digest]) => `${path} ${digest === null ? "isn't there" : shortId(digest)}`)
      .join(", "),
  apply: (site, { files }) => ({ ...site, inputs: files }),
});
