// Check rules of state.json: impossible values, claims without support in the other files.
import { isBefore, type Remarks } from "../../../kit/document/remarks.ts";
import { acceptedPrefix } from "../files/state-file.ts";
import { isPhase, isStatus, modeOf, phases, statusWords } from "../files/words.ts";
import { signalIn } from "../markdown/entry.ts";
import type { Rule } from "./check-input.ts";
import type { SeenUnit } from "./state-json.ts";

const words: Rule = ({ seen: { state }, notes }) => {
  if (state === null) return;
  const { mode, phase } = state;
  if (mode !== null && modeOf(mode) === null)
    notes.error(
      state.at("mode"),
      "MODE_UNKNOWN",
      `the mode is ${mode.slice(0, 80)}; it is development or knowledge`,
    );
  if (phase !== null && !isPhase(phase))
    notes.error(
      state.at("phase"),
      "PHASE_UNKNOWN",
      `the phase is ${phase.slice(0, 80)}; there are ${phases.join(", ")}`,
    );
  for (const { id, status, at } of state.units)
    if (status !== null && !isStatus(status))
      notes.error(
        at("status"),
        "STATUS_UNKNOWN",
        `${id.slice(0, 80)} is ${status.slice(0, 80)}; there are ${statusWords.join(", ")}`,
      );
  const wrong = state.holds.find(
    (key) => modeOf(mode ?? "") === (key === "tasks" ? "knowledge" : "development"),
  );
  if (wrong !== undefined)
    notes.error(
      state.at(wrong),
      "MODE_MISMATCHED",
      `a run in mode ${mode} has ${wrong === "tasks" ? "phases" : "tasks"}, not ${wrong}`,
    );
};

const names: Rule = ({ seen: { state }, folder, notes }) => {
  if (state === null) return;
  const { current, slug } = state;
  if (
    current !== null &&
    state.holds.length > 0 &&
    !state.units.some(({ id }) => id === current.unit)
  )
    notes.error(
      current.spot,
      "CURRENT_UNKNOWN",
      `the current unit is ${current.unit.slice(0, 80)}, and there is none of that name`,
    );
  for (const { text, spot } of state.commits ?? [])
    if (!/^[0-9a-f]{7,40}: ?\S/u.test(text))
      notes.error(
        spot,
        "COMMIT_MALFORMED",
        `${JSON.stringify(text.slice(0, 80))} is none of the form "abc1234: subject"`,
      );
  if (
    folder !== null &&
    slug !== null &&
    folder !== slug &&
    folder.replace(/-\d{8}(?:-\d+)?$/u, "") !== slug
  )
    notes.warn(
      state.at("slug"),
      "SLUG_MISMATCHED",
      `the slug is ${slug.slice(0, 80)}, and the folder's name ${folder.slice(0, 80)}`,
    );
};

/** `supported`: units that progress.md reports as done; null if it is missing. */
const done = (
  { id, status, verification_passed, reason, completed_at, at }: SeenUnit,
  supported: ReadonlySet<string> | null,
  notes: Remarks,
): void => {
  if (status !== "done") return;
  if (completed_at === null)
    notes.warn(at("status"), "COMPLETED_MISSING", `${id} is done, and nobody says since when`);
  if (reason?.startsWith(acceptedPrefix.trimEnd()) === true) return;
  const said = (text: string): void =>
    notes.warn(at("status"), "DONE_UNSUPPORTED", `${id} is done, ${text}`);
  if (verification_passed !== true)
    return said("and verification_passed doesn't say that it was verified");
  if (supported !== null && !supported.has(id)) said(`and no entry of progress.md says ${id}_DONE`);
};

const units: Rule = ({ seen, notes }) => {
  const entries = seen.progress?.entries ?? null;
  const supported =
    entries === null
      ? null
      : new Set(
          entries.flatMap(({ entry }) =>
            entry !== null && signalIn(entry) === `${entry.subject}_DONE` ? [entry.subject] : [],
          ),
        );
  for (const unit of seen.state?.units ?? []) {
    const { id, status, reason, iterations_used: used, max_iterations: max, at } = unit;
    if (used !== null && max !== null && used > max)
      notes.warn(
        at("iterations_used"),
        "COUNT_EXCEEDED",
        `${id} has used ${used} iterations of ${max}`,
      );
    if (status === "blocked" && (reason ?? "").trim() === "")
      notes.warn(at("status"), "REASON_MISSING", `${id} is blocked, and nobody says why`);
    done(unit, supported, notes);
  }
};

const times: Rule = ({ seen: { state }, notes }) => {
  if (state === null) return;
  if (isBefore(state.updated, state.created))
    notes.warn(state.at("updated"), "TIME_DISORDERED", "the run was updated before it was created");
  for (const { id, completed_at, at } of state.units) {
    if (isBefore(completed_at, state.created))
      notes.warn(
        at("completed_at"),
        "TIME_DISORDERED",
        `${id} was completed before the run was created`,
      );
    if (isBefore(state.updated, completed_at))
      notes.warn(
        at("completed_at"),
        "TIME_DISORDERED",
        `${id} was completed after the run was updated last`,
      );
  }
};

export const stateRules: readonly Rule[] = [words, names, units, times];
