// The text of state.json, made of the state and the log, keys in the seed's order.
import { withUnknown } from "../../../kit/document/unknown-keys.ts";
import { type Json, printed, raw } from "../../../kit/json/print.ts";
import type { Recorded } from "../../../core/row.ts";
import { epicStatus, stateFile } from "../manifest.ts";
import type { StigmergyEvent } from "../events.ts";
import type { State } from "../state.ts";
import { entryIndent, historyText } from "./entry-text.ts";
import { schemaVersion } from "./form.ts";
import { objectAt, storyExtras } from "./layout.ts";

const historyOf = (log: readonly Recorded<StigmergyEvent>[]): Json => {
  const text = historyText(log);
  return text === "" ? [] : raw(`[\n${entryIndent}${text}\n${entryIndent.slice(2)}]`);
};

/** The whole file. `log`: the events of the state. */
export const stateText = (state: State, log: readonly Recorded<StigmergyEvent>[]): string => {
  const object = withUnknown(state.extras, stateFile);
  const epics = state.epics.map((epic) =>
    object(objectAt.epic(epic.id), [
      ["epic_id", epic.id],
      ["title", epic.title],
      ["status", epicStatus(epic)],
      [
        "stories",
        epic.stories.map((story) =>
          object(
            objectAt.story(story.id),
            [
              ["story_id", story.id],
              ["title", story.title],
              ["status", story.status],
            ],
            storyExtras(state, story),
          ),
        ),
      ],
    ]),
  );
  const issues = state.issues.map(({ id, at, status, summary, refs }) =>
    object(objectAt.issue(id), [
      ["issue_id", id],
      ["timestamp", at],
      ["status", status],
      ["summary", summary],
      ["history_ref", refs],
    ]),
  );
  return printed(
    object(objectAt.root, [
      ["schema_version", schemaVersion],
      ["project_name", state.name],
      ["autonomy_mode", state.autonomy],
      ["project_status", state.status],
      ["system_signal", state.signal],
      ["project_manifest", object(objectAt.manifest, [["epics", epics]])],
      ["history", historyOf(log)],
      ["issue_log", issues],
    ]),
  );
};
