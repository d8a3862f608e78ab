// Ralph: stories of a PRD, one at a time, each by a fresh agent, passed by checks and a judge.
import { isCheckedWhole } from "../../core/rules/site-key.ts";
import type { Dialect } from "../../work/dialect.ts";
import { seriesOptions } from "../../work/options.ts";
import { dialectProtocol } from "../../work/protocol.ts";
import { life, type Work } from "../../work/work.ts";
import { notice, noticed, remarks } from "./around.ts";
import { files, owns } from "./documents.ts";
import { commands, events } from "./changes.ts";
import { story } from "./kinds.ts";
import { loopPaths } from "./loop.ts";
import { nameOf, ownOf, place } from "./own.ts";
import { adopting, start } from "./start.ts";

const facts = (state: Work): readonly string[] => {
  const { loop } = ownOf(state);
  const found = state.units.filter(
    ({ adopted, status, criteria }) =>
      adopted && status === "done" && criteria.every(({ proof }) => proof === null),
  ).length;
  return [
    ...(found === 0 ? [] : [`${found} passed before Cairn`]),
    ...(loop === null ? [] : [`its loop was at ${loop.iteration}`]),
  ];
};
const warnings = (state: Work): readonly string[] => {
  const { removed } = ownOf(state);
  const sets = `\`cairn send ${state.run} SetOptions --options '{"checks":["npm test"]}'\` sets some`;
  return [
    ...(state.options.checks.length > 0 || isCheckedWhole(state)
      ? []
      : [`no check is run: a judge alone decides${state.end === null ? `; ${sets}` : ""}`]),
    ...(removed.length === 0 ? [] : [`taken out of the PRD: ${removed.join(", ")}`]),
  ];
};
const phase = (state: Work): string =>
  state.end?.is ?? (life(state) === "paused" ? "paused" : "working");

export const ralph = dialectProtocol({
  name: "ralph",
  kinds: { story },
  options: seriesOptions,
  inSeries: true,
  start,
  adopting,
  phase,
  place,
  ...files,
  called: nameOf,
  facts,
  warnings,
  read: (found) => import("./found.ts").then(({ read }) => read(found)),
  check: (files) => import("./found.ts").then(({ check }) => check(files)),
  schemas: [],
  commands,
  events,
  also: {
    owns,
    remarks,
    notice,
    noticed,
    verbs: { rollback: "ReopenUnit" },
    seeks: (found) => Promise.resolve(loopPaths(found.folder)),
    isOurs: () => import("./found.ts").then(({ isOurs }) => isOurs),
  },
} satisfies Dialect);
