// The decision on a run whose work jobs are all used.
import type { Command } from "../core/protocol.ts";
import { fits } from "../kit/findings.ts";
import { jsonSchemaOf } from "../kit/json-schema.ts";
import * as t from "../kit/schema.ts";
import { spentUnits } from "./course.ts";
import { decision } from "./decisions.ts";
import type { Dialect } from "./dialect.ts";
import { endOption } from "./stuck.ts";

/** Work jobs of a run. */
const most = 500;
const moreShape = (used: number) =>
  t.open({ passes: t.means("how many passes more", t.wholeFrom(1, most - used)) });

export const passes = (dialect: Dialect) =>
  decision("passes", {
    asks: (state) =>
      spentUnits(dialect, state).length === 0
        ? null
        : {
            key: `passes-${state.passes}`,
            about: { is: "passes", passes: state.passes },
            subject: "run",
            question: `All ${state.passes} passes are used, and some work is left. Go on?`,
            options: {
              more: state.passes < most ? { fields: jsonSchemaOf(moreShape(state.passes)) } : null,
            },
          },
    options: {
      more: {
        label: "Add passes",
        means: "The run may take so many more.",
        note: "none",
        recommended: true,
        then: ({ passes: used }, { data }): Command | null =>
          fits(moreShape(used), data)
            ? { type: "SetOptions", data: { options: { max_passes: used + data.passes } } }
            : null,
      },
      end: endOption,
    },
  });
