// Edits of iteration and options in an ultrawork session: refused, except to the current values.
import { derived } from "../../../core/edit-reading.ts";
import { type JsonNode, member, plain } from "../../../core/json.ts";
import { ownOf } from "../../../core/own.ts";
import { finding, isSame, type Part, partOf } from "../../../core/part.ts";
import type { Refusal } from "../../../core/refusal.ts";
import type { State } from "../state.ts";
import type { EditRead } from "./part.ts";

const refused = (state: State, part: Part, name: string): Refusal =>
  name === "iteration"
    ? derived(part, name, "is the engine's count")
    : finding(
        part,
        "FIELD_DERIVED",
        `the option ${name} is the run's`,
        `a person: \`cairn send ${state.run} SetOptions …\``,
      );

/** Refuses edited values that differ from the run's. */
export const currentAsked = (state: State, before: JsonNode, after: Part): EditRead => {
  const iteration = partOf(after, "iteration");
  const counted =
    iteration === null ||
    isSame(member(before, "iteration"), iteration) ||
    plain(iteration.node) === state.iteration;
  const options = partOf(after, "options");
  const old = member(before, "options");
  const names = options?.node.is === "object" ? options.node.members.map(({ key }) => key) : [];
  const own: Readonly<Record<string, unknown>> = state.options;
  return {
    findings: [
      ...(counted ? [] : [refused(state, iteration, "iteration")]),
      ...names.flatMap((name) => {
        const part = options === null ? null : partOf(options, name);
        if (
          part === null ||
          ownOf(own, name) === undefined ||
          isSame(old === null ? null : member(old, name), part)
        )
          return [];
        return JSON.stringify(plain(part.node)) === JSON.stringify(ownOf(own, name))
          ? []
          : [refused(state, part, name)];
      }),
    ],
  };
};
