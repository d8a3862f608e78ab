// The checklist protocol: boxes, one at a time, each done by a fresh agent, checked and judged.
import { asking } from "./asking.ts";
import { belowRootOf, type RunDocument } from "../../../../src/kit/documents.ts";
import type { Dialect } from "../../../../src/work/dialect.ts";
import { filesOf } from "../../../../src/work/from-document.ts";
import { seriesOptions } from "../../../../src/work/options.ts";
import { dialectProtocol } from "../../../../src/work/protocol.ts";
import { judgedKind } from "../../../../src/work/usual-kind.ts";
import type { Work } from "../../../../src/work/work.ts";
import { idOf } from "./boxes.ts";
import { commands, events } from "./commands.ts";
import { ticked } from "./decisions.ts";
import { listFile, listText, ownOf, place } from "./own.ts";
import { start } from "./start.ts";

const list: RunDocument<Work> = {
  names: [listFile],
  write: listText,
  edited: (state, { text }) =>
    text === listText(state) ? [] : [{ type: "EditList", data: { text } }],
};
const { owns, ...files } = filesOf([list], place);

const dialect: Dialect = {
  name: "checklist",
  kinds: { box: judgedKind({ noun: "box", files: "the checklist" }) },
  options: seriesOptions,
  inSeries: true,
  start,
  phase: ({ end }) => end?.is ?? "working",
  place,
  ...files,
  called: ({ goal }) => idOf(goal),
  adopting: {
    completes: (found, { facts: { root } }) => {
      const folder = belowRootOf(root, ownOf(found).folder);
      return { ...found, more: { ...found.more, folder } };
    },
  },
  read: (found) => import("./found.ts").then(({ read }) => read(found)),
  check: (files) => import("./found.ts").then(({ check }) => check(files)),
  schemas: [],
  commands,
  events,
  also: { owns },
};
export const checklist = asking(dialectProtocol(dialect), [ticked]);
