// Reader of edits of guardrails.md: lessons are added at any time, and changed only without a live pass.
import { noted, wrong } from "../../../kit/edits/edit-reading.ts";
import { joined } from "../../../kit/edits/admission.ts";
import { plain } from "../evolve/brief.ts";
import type { GuardrailRead, GuardrailsRead } from "../markdown/guardrails.ts";
import type { IterativeCommands } from "../commands.ts";
import { livePasses } from "../units.ts";
import { blocksAsked } from "./extras.ts";
import { asking, type EditRead, findingAt, type Page } from "./page.ts";

type Lesson = IterativeCommands["AddGuardrail"]["data"];

const fields = ["when", "problem", "solution", "learned"] as const;

const lessonOf = ({ name, when, problem, solution, learned }: GuardrailRead): Lesson => ({
  name,
  solution,
  ...(when === "" ? {} : { when }),
  ...(problem === "" ? {} : { problem }),
  ...(learned === "" ? {} : { learned }),
});

const isEqual = (a: GuardrailRead, b: GuardrailRead): boolean =>
  fields.every((field) => a[field] === b[field]);
const isOne = (a: GuardrailRead, b: GuardrailRead): boolean => plain(a.name) === plain(b.name);

type Pairs = {
  readonly changed: readonly (readonly [GuardrailRead, GuardrailRead])[];
  readonly added: readonly GuardrailRead[];
  readonly gone: readonly GuardrailRead[];
};

/** Matches patterns by name; among several with one name, unchanged ones are matched first. */
const paired = (before: readonly GuardrailRead[], after: readonly GuardrailRead[]): Pairs => {
  const was = [...before];
  const left = after.filter((one) => {
    const at = was.findIndex((other) => isOne(one, other) && isEqual(one, other));
    if (at !== -1) was.splice(at, 1);
    return at === -1;
  });
  const changed: (readonly [GuardrailRead, GuardrailRead])[] = [];
  const added = left.filter((one) => {
    // An exact duplicate is one pattern.
    const at = was.findIndex((other) => isOne(one, other));
    const old = was[at];
    if (old !== undefined) changed.push([old, one]);
    if (at !== -1) was.splice(at, 1);
    return at === -1 && !before.some((other) => isOne(one, other) && isEqual(one, other));
  });
  return { changed, added, gone: was };
};

export const guardrailsAsked = (page: Page<GuardrailsRead>, before: GuardrailsRead): EditRead => {
  const { state, path, after } = page;
  const isQuiet = livePasses(state).length === 0;
  const { changed, added, gone } = paired(before.patterns, after.patterns);
  const unread = after.unreadable.filter(
    ({ raw }) => !before.unreadable.some((one) => one.raw === raw),
  );
  const anchor = ({ name }: Pick<GuardrailRead, "name">): string => `## ${name}`;
  const edits = changed.map(([old, one]): EditRead => {
    if (!isQuiet)
      return wrong(
        findingAt(
          page,
          anchor(one),
          "ENTRY_IMMUTABLE",
          "a lesson isn't changed while a pass is under way",
          "add another one, or edit it later",
        ),
      );
    const { name: _name, ...changes } = lessonOf(one);
    return asking(anchor(one), {
      type: "EditGuardrail",
      data: {
        name: old.name,
        changes: {
          ...changes,
          when: one.when,
          ...(one.name === old.name ? {} : { name: one.name }),
        },
      },
    });
  });
  return joined([
    ...unread.map((one) =>
      wrong(
        findingAt(
          page,
          anchor(one),
          "ENTRY_UNREADABLE",
          "it is no lesson: it says no solution",
          "- **Solution**: how to avoid it",
        ),
      ),
    ),
    ...added.map((one) => asking(anchor(one), { type: "AddGuardrail", data: lessonOf(one) })),
    ...edits,
    // An author who appends to an old copy hasn't removed anything.
    ...gone.map((one): EditRead =>
      isQuiet ? asking("#", { type: "RemoveGuardrail", data: { name: one.name } }) : noted,
    ),
    blocksAsked(state, path, before.unknown, after.unknown),
  ]);
};
