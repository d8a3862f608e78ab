// Commands that open a run: they pin its template as text and its context.
import { foundRun } from "../shapes.ts";
import { starting } from "../starting.ts";
import { againOf, fillTemplate, templateAsk } from "../start/lookup.ts";
import { context, nested, templateFields, texts } from "../shapes.ts";
import { startFlags } from "./start-flags.ts";
import { opener } from "./declare.ts";
import { anybody } from "../../../core/sender.ts";
import * as t from "../../../kit/schema.ts";
import * as event from "../events.ts";
import { digest } from "../../../core/hash.ts";
import { isRefusal, refuse } from "../../../core/refusal.ts";
import { nestingLimit } from "../limits.ts";
import { stampOf } from "../place.ts";
import { slugFor } from "../start/resolve.ts";
import { contextFor } from "../decider/context.ts";
import { againRefused, checkedTemplate, lookupRefused } from "../decider/template.ts";

const sessionForm = /^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/u;
const top = { depth: 0, templates: [] } as const;

export const start = opener("Start", {
  means: "Starts a run: a template to be played with these values.",
  words: ["template"],
  flags: startFlags,
  starts: starting,
  data: {
    template: t.optional(
      t.means(
        "the template: its name, a unique part of it, its id, or a path with a / in it",
        t.text,
      ),
    ),
    context: t.optional(t.means("values of the template's variables", context)),
    node_timeout_s: t.standing(
      t.means("seconds that a node may take, 60 to 86,400", t.wholeFrom(60, 86_400)),
      3600,
    ),
    again: t.optional(
      t.means(
        "a run (WFR-…) whose template and context are taken, where nothing else is said",
        t.text,
      ),
    ),
    nested: t.optional(nested),
    origin: t.optional(t.text),
    session: t.optional(t.text),
    run: t.optional(t.text),
    root: t.optional(t.text),
    ...templateFields,
  },
  who: anybody,
  ask: (_state, { template = null, again = null }) => templateAsk(template, again),
  fill: (data, facts) => {
    const again = againOf(data.again ?? null, facts);
    return {
      root: facts.root,
      ...fillTemplate(data.template ?? null, facts, again),
      ...again?.with(data),
    };
  },
  filled: [
    "root",
    "template_path",
    "template_text",
    "lookup",
    "run",
    "session",
    "origin",
    "nested",
  ],
  // A name that is taken moves on to the next free second.
  completes: (data, { facts, taken }) => {
    const found = fillTemplate(data.template ?? null, facts, againOf(data.again ?? null, facts));
    const slug = slugFor(found.template_path, found.template_text);
    const session = data.session ?? `WFR-${slug}-${stampOf(facts.at, taken)}`;
    return { ...data, session };
  },
  open: (data) => {
    const {
      template = "",
      template_path: path = "",
      template_text: text = "",
      nested = top,
      root = null,
    } = data;
    const lookup = data.lookup ?? { is: "none", names: [] };
    const unknown =
      template === "" && data.again !== undefined
        ? againRefused(lookup, data.again)
        : lookupRefused(lookup, template);
    if (unknown !== null) return unknown;
    const pinned = digest(text);
    if (nested.depth > nestingLimit)
      return refuse("NESTING_DEEP", `runs nest at most ${nestingLimit} deep`, {
        fits: "a template that does the work itself",
      });
    if (nested.templates.includes(pinned))
      return refuse(
        "NESTING_CYCLIC",
        `${path} is played already by a run that this one would be part of`,
        { fits: "another template" },
      );
    const found = checkedTemplate(text, path);
    if (isRefusal(found)) return found;
    const context = contextFor(found.body, data.context ?? {}, root);
    if (isRefusal(context)) return context;
    const session = data.session ?? `WFR-${data.run ?? "run"}`;
    if (!sessionForm.test(session))
      return refuse("SESSION_INVALID", `${JSON.stringify(session)} cannot name a run's folder`);
    const started = {
      run: data.run ?? "",
      session,
      template_path: path,
      template_text: text,
      digest: pinned,
      context,
      node_timeout_s: data.node_timeout_s,
      origin: data.origin ?? null,
      nested,
      warnings: found.warnings,
    };
    return [event.runStarted(started)];
  },
});

export const adopt = opener("Adopt", {
  means: "Takes over an existing session folder as it was found.",
  data: { found: foundRun, notes: texts, digests: t.byName(t.text), run: t.optional(t.text) },
  who: ["person"],
  filled: ["run"],
  open: (data) => {
    const { found, notes, digests } = data;
    if (!sessionForm.test(found.session))
      return refuse("FILE_BROKEN", `${JSON.stringify(found.session)} cannot name a run's folder`);
    const { text } = found.template;
    return [
      event.runAdopted({
        run: data.run ?? "",
        found,
        digest: text === null ? null : digest(text),
        notes,
        digests,
      }),
    ];
  },
});
