// The checklist protocol as the runtime drives it.
import type { Protocol } from "../../../../src/core/protocol.ts";
import { attemptProtocol } from "../../../../src/kit/attempts/protocol.ts";
import type { RunDocument } from "../../../../src/kit/documents.ts";
import { idOf } from "./boxes.ts";
import { commands } from "./commands.ts";
import { ticked } from "./decisions.ts";
import { attempts, events } from "./events.ts";
import { listFile, place, type State } from "./state.ts";

const list: RunDocument<State> = {
  names: [listFile],
  write: ({ text }) => text,
  edited: (state, { text }) => (text === state.text ? [] : [{ type: "EditList", data: { text } }]),
};
export const checklist: Protocol<State> = attemptProtocol<State>({
  name: "checklist",
  edition: "1",
  events,
  commands,
  attempts,
  documents: [list],
  decisions: [ticked],
  place,
  seen: ({ title }) => ({ title, name: idOf(title) }),
  telling: { files: "the checklist", kind: "box" },
  read: (found) => import("./found.ts").then(({ read }) => read(found)),
  check: (files) => import("./found.ts").then(({ check }) => check(files)),
});
