// Why: a run's beginning pins its template as text and its context for every later question.
import { digest } from "../../../core/hash.ts";
import { isRefusal, refuse } from "../../../core/refusal.ts";
import { nestingLimit } from "../limits.ts";
import type { PlayerCommands } from "../messages.ts";
import { contextFor } from "./context.ts";
import type { Decided } from "./step.ts";
import { againRefused, judged, lookupRefused } from "./template.ts";

const sessionForm = /^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/u;
const top = { depth: 0, templates: [] } as const;

export const start = (data: PlayerCommands["Start"]["data"]): Decided => {
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
  const found = judged(text, path);
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
  return [{ type: "RunStarted", data: started }];
};

export const adopt = (data: PlayerCommands["Adopt"]["data"]): Decided => {
  const { found, notes, digests } = data;
  if (!sessionForm.test(found.session))
    return refuse("FILE_BROKEN", `${JSON.stringify(found.session)} cannot name a run's folder`);
  const { text } = found.template;
  return [
    {
      type: "RunAdopted",
      data: {
        run: data.run ?? "",
        found,
        digest: text === null ? null : digest(text),
        notes,
        digests,
      },
    },
  ];
};
