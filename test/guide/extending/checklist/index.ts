// The checklist protocol as the runtime drives it.
import type { Protocol } from "../../../../src/core/protocol.ts";
import { refusedFile } from "../../../../src/core/refused-edit.ts";
import { configured } from "../../../../src/kit/attempts/options.ts";
import { attemptProtocol } from "../../../../src/kit/attempts/protocol.ts";
import type { RunDocument } from "../../../../src/kit/documents.ts";
import { idOf } from "./boxes.ts";
import { adopt, commands, start } from "./commands.ts";
import { ends, events } from "./events.ts";
import { below, listFile, place, type State } from "./state.ts";

const list: RunDocument<State> = {
  path: () => listFile,
  write: ({ text }) => text,
  edited: (_state, { text }) => [{ type: "EditList", data: { text } }],
};
const owned = [listFile, refusedFile];

/** The run's name, its options over those of the configuration, and its folder from the root. */
const complete: Protocol<State>["complete"] = (command, { root }, run, _taken, config) => {
  if (start.is(command)) {
    const { data } = command;
    return { type: "Start", data: { ...data, run, options: configured(config, data.options) } };
  }
  if (!adopt.is(command)) return command;
  const { data } = command;
  const folder = data.folder.startsWith(`${root}/`)
    ? data.folder.slice(root.length + 1)
    : data.folder;
  const options = configured(config, data.options);
  return { type: "Adopt", data: { ...data, run, folder, options } };
};

export const checklist: Protocol<State> = attemptProtocol<State>({
  name: "checklist",
  edition: "1",
  events,
  commands,
  ends,
  documents: [list],
  complete,
  place,
  owns: () => owned,
  ignores: (state) => owned.map((path) => below(state, path)),
  output: (state) => below(state, listFile),
  seen: ({ title }) => ({ title, name: idOf(title), facts: [], warnings: [] }),
  telling: {
    files: "the checklist",
    kind: "box",
    unit: ({ units }, id) => units.find((box) => box.id === id) ?? { id },
    ask: () => ({}),
    more: () => [],
  },
  read: (found) => import("./found.ts").then(({ read }) => read(found)),
  check: (files) => import("./found.ts").then(({ check }) => check(files)),
});
