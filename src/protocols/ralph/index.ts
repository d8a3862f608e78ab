// Ralph as the runtime drives it.
import type { Protocol } from "../../core/protocol.ts";
import { oneLine } from "../../core/quote.ts";
import { part, quoted } from "../../kit/attempts/brief.ts";
import { configured } from "../../kit/attempts/options.ts";
import { attemptProtocol } from "../../kit/attempts/protocol.ts";
import { notice, noticed, owned, remarks } from "./around.ts";
import { adopt, commands, start } from "./commands.ts";
import { documents, takesBack } from "./documents.ts";
import { allEvents, ends } from "./events.ts";
import { loopPaths } from "./loop.ts";
import { lastEntries, patternsIn } from "./progress.ts";
import { below, nameOf, place, type State } from "./state.ts";

/** Adds the folder, relative to the root, and the configured options. */
const complete: Protocol<State>["complete"] = (command, { root }, run, _taken, config) => {
  if (start.is(command)) {
    const { data } = command;
    return { type: "Start", data: { ...data, run, options: configured(config, data.options) } };
  }
  if (!adopt.is(command)) return command;
  const { data } = command;
  const inside = root.endsWith("/") ? root : `${root}/`;
  const folder = `${data.folder}/`.startsWith(inside)
    ? data.folder.slice(inside.length)
    : data.folder;
  const options = configured(config, data.options);
  return { type: "Adopt", data: { ...data, run, options, folder: folder === "" ? "." : folder } };
};

const progressPath = (state: State): string => below(state, state.files.progress);
const learnt = (progress: string): string =>
  [...patternsIn(progress).map((one) => `- ${one}`), lastEntries(progress, 3)].join("\n").trim();

export const ralph: Protocol<State> = attemptProtocol<State>({
  name: "ralph",
  /** Version of the rules: increment it when the same events fold to a different state. */
  edition: "1",
  events: allEvents,
  commands,
  ends,
  documents,
  takesBack,
  complete,
  place,
  owns: owned,
  ignores: (state) => owned(state).map((path) => below(state, path)),
  output: (state) => below(state, state.files.prd),
  seen: (state) => ({
    title: oneLine(state.title),
    name: nameOf(state),
    facts: state.loop === null ? [] : [`its loop was at ${state.loop.iteration}`],
    warnings:
      state.removed.length === 0 ? [] : [`taken out of the PRD: ${state.removed.join(", ")}`],
  }),
  telling: {
    files: "the PRD and the progress file",
    kind: "story",
    unit: ({ prd }, id) => {
      const { title, description, notes, criteria } =
        prd.stories.find((one) => one.id === id) ?? {};
      const numbered = criteria?.map((text, index) => ({ criterion: index + 1, text }));
      return { id, title, description, notes, criteria: numbered ?? [] };
    },
    ask: (state) => ({ files: [progressPath(state)], lenient: true, given: true }),
    more: (state, _id, { files }) => [
      part("What earlier passes learnt", quoted(learnt(files[progressPath(state)]?.text ?? ""))),
      part("The loop's prompt", quoted(state.loop?.prompt ?? "")),
      "`passes` in the PRD is the engine's to write, and a `<promise>` is not read.",
    ],
  },
  remarks,
  notice,
  noticed,
  seeks: (found) => Promise.resolve(loopPaths(found.folder)),
  read: (found) => import("./found.ts").then(({ read }) => read(found)),
  check: (files) => import("./found.ts").then(({ check }) => check(files)),
  survey: () => import("./found.ts").then((module) => module.survey),
});
