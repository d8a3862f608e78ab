// Ralph as the runtime drives it.
import type { Protocol } from "../../core/protocol.ts";
import { oneLine } from "../../core/quote.ts";
import { part, quoted } from "../../kit/attempts/brief.ts";
import { attemptProtocol } from "../../kit/attempts/protocol.ts";
import { notice, noticed, remarks } from "./around.ts";
import { commands } from "./commands.ts";
import { documents, takesBack } from "./documents.ts";
import { allEvents, attempts } from "./events.ts";
import { loopPaths } from "./loop.ts";
import { lastEntries, patternsIn } from "./progress.ts";
import { below, nameOf, place, type State } from "./state.ts";

const progressPath = (state: State): string => below(state, state.files.progress);
const learnt = (progress: string): string =>
  [...patternsIn(progress).map((one) => `- ${one}`), lastEntries(progress, 3)].join("\n").trim();

export const ralph: Protocol<State> = attemptProtocol<State>({
  name: "ralph",
  /** Version of the rules: increment it when the same events fold to a different state. */
  edition: "2",
  events: allEvents,
  commands,
  attempts,
  documents,
  takesBack,
  place,
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
