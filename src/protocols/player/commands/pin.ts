// The change of a run's template: the new text must say the same of all that was played already.
import { fillTemplate, templateAsk } from "../start/lookup.ts";
import { templateFields } from "../shapes.ts";
import { command } from "./declare.ts";
import { unlessArchived } from "../../../core/rules/frame.ts";
import * as t from "../../../kit/schema.ts";
import * as event from "../events.ts";
import { digest } from "../../../core/hash.ts";
import { isRefusal, refuse } from "../../../core/refusal.ts";
import { batchesOf } from "../evolve/pin.ts";
import { nodeIds } from "../nodes.ts";
import type { NodeId, State } from "../state.ts";
import type { Template } from "../template/template.ts";
import { checkedTemplate, lookupRefused } from "../decider/template.ts";

const textOf = (body: Template | null, id: NodeId): string =>
  JSON.stringify(body?.nodes.find((node) => node.id === id) ?? null);

/** Lists started nodes that changed or disappeared, and new nodes placed before a started one. */
const divergence = (state: State, body: Template): readonly string[] => {
  const begun = nodeIds(state).filter((id) => state.nodes[id]?.status !== "pending");
  const order = batchesOf(body).flatMap(({ nodes }) => nodes);
  const last = Math.max(-1, ...begun.map((id) => order.indexOf(id)));
  const known = new Set(nodeIds(state));
  const changed = begun.filter((id) =>
    state.template.body !== null
      ? textOf(state.template.body, id) !== textOf(body, id)
      : !order.includes(id),
  );
  const before = order
    .slice(0, last + 1)
    .filter((id) => !known.has(id) || state.nodes[id]?.status === "pending");
  return [
    ...changed,
    ...before.filter((id) => !known.has(id)).map((id) => `${id} (new, before what was played)`),
  ];
};

const changedIn = (state: State, body: Template): readonly string[] => {
  const ids = new Set([...nodeIds(state), ...body.nodes.map(({ id }) => id)]);
  return [...ids].filter((id) => textOf(state.template.body, id) !== textOf(body, id));
};

export const repinTemplate = command("RepinTemplate", {
  label: "Change template",
  means: "Uses another text of the template from here on.",
  words: ["template"],
  data: {
    template: t.optional(t.means("where it is, if not where it was", t.text)),
    ...templateFields,
  },
  who: ["person"],
  when: unlessArchived,
  ask: (state, { template = state.template.path }) => templateAsk(template, null),
  fill: ({ template }, facts, state) => fillTemplate(template ?? state.template.path, facts, null),
  filled: ["template_path", "template_text", "lookup"],
  decide: (state, data) => {
    const { template_path: path = "", template_text: text = "" } = data;
    if (state.status === "running" && state.template.body !== null)
      return refuse("RUN_RUNNING", "the run is running: its template stays", {
        fits: "pause it first",
      });
    const unknown = lookupRefused(
      data.lookup ?? { is: "none", names: [] },
      data.template ?? state.template.path,
    );
    if (unknown !== null) return unknown;
    const found = checkedTemplate(text, path);
    if (isRefusal(found)) return found;
    const diverged = divergence(state, found.body);
    if (diverged.length > 0)
      return refuse(
        "TEMPLATE_DIVERGED",
        `the new template differs in what was played: ${diverged.slice(0, 20).join(", ")}`,
        {
          fits: "change only nodes that are pending, or roll back first",
        },
      );
    const pinned = digest(text);
    if (pinned === state.template.digest && path === state.template.path) return [];
    return [
      event.templateRepinned({ path, text, digest: pinned, changed: changedIn(state, found.body) }),
    ];
  },
});
