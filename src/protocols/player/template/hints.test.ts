// Tests of hints in findings: near names, valid choices, missing edges.
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  type Loose,
  seedTemplate,
  templateText,
} from "../../../../test/fixtures/player-template.ts";
import { validate } from "./validate.ts";

const set =
  (id: string, values: Loose) =>
  (template: Loose): void =>
    void Object.assign(
      template["nodes"].find((node: Loose) => node["id"] === id),
      values,
    );
const args = (text: string) => set("N-002", { args_template: `{N-001.session_id} ${text}` });

test("a finding says what would fit: the near name, the choices, the edge that is missing", () => {
  const hints = (change: (template: Loose) => void): readonly (string | undefined)[] => {
    const template = seedTemplate();
    change(template);
    return validate(templateText(template), "a.json").map(
      ({ message, hint }) => `${message}${hint === undefined ? "" : ` ${hint}`}`,
    );
  };
  const said = (change: (template: Loose) => void, ...expected: readonly string[]): void =>
    assert.deepEqual(hints(change), expected);
  said(set("N-004", { on_fail: "ignore" }), '"ignore" is none of abort, skip, retry.');
  said(
    set("N-004", { on_fail: "skpi" }),
    '"skpi" is none of abort, skip, retry. Did you mean skip?',
  );
  said(
    args("{N-004.session_id}"),
    "{N-004.session_id}: N-004 does not come before N-002. Add an edge, or refer to N-001.",
  );
  said(
    args("{gaol}"),
    "{gaol}: there is no variable gaol. Did you mean {goal}? Declare it in context_schema, or write {{gaol}} for the braces themselves.",
  );
  said(
    args("{return}"),
    "{return}: there is no variable return. Declare it in context_schema, or write {{return}} for the braces themselves.",
  );
  said(
    args("{N-0001.output}"),
    '{N-0001.output}: there is no node "N-0001". Did you mean {N-001.output}? {{…}} gives the braces themselves.',
  );
  said(
    (t) => t["edges"].push({ from: "N-004", to: "N-002" }),
    "A ring: N-002 → CP-02 → N-003a → N-004 → N-002. Take out one of its edges.",
  );
  said(
    (t) => t["checkpoints"].push("CP-03"),
    'There is no checkpoint node "CP-03". Did you mean CP-01?',
  );
  said(
    set("N-004", { args_template: "{prev_output}" }),
    "{prev_output}: N-003a, N-003b come before N-004; the last of them is meant. Name it: {N-003b.output}.",
  );
  said(
    args("{N-001.result}"),
    "{N-001.result}: N-001 has no such field. It has .session_id, .output_path, .artifacts[0], .output.",
  );
});
