// Tests of template validation's limits: hostile input, duplicate keys, up to 1,000 nodes.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import {
  type Loose,
  seedTemplate,
  templateText,
} from "../../../../test/fixtures/player-template.ts";
import { taken } from "../../../../test/fixtures/taken.ts";
import { isRefusal } from "../../../core/refusal.ts";
import { plan } from "./plan.ts";
import { readTemplate } from "./read-template.ts";
import { validate } from "./validate.ts";

const codes = (text: string): readonly string[] =>
  validate(text, "a.json").map(({ code, pointer }) => `${code} ${pointer}`);
const chain = (count: number, change: (node: Loose, index: number) => void = () => {}): Loose => {
  const template = seedTemplate();
  const ids = Array.from(
    { length: count },
    (_, index) => `N-${String(index + 1).padStart(3, "0")}`,
  );
  template["nodes"] = ids.map((id, index) => {
    const node: Loose = {
      id,
      type: "skill",
      executor: "x",
      args_template: index === 0 ? "{goal} {scope}" : "",
    };
    change(node, index);
    return node;
  });
  template["edges"] = ids.slice(1).map((to, index) => ({ from: ids[index], to }));
  template["checkpoints"] = [];
  template["metadata"] = {};
  return template;
};

test("what is no JSON object, and what is too large, is one finding with its place", () => {
  assert.deepEqual(validate('{\n  "a": ,\n}', "a.json"), [
    {
      path: "a.json",
      pointer: "",
      line: 2,
      column: 8,
      severity: "error",
      code: "FILE_BROKEN",
      message: 'it is no sound JSON: a value must stand here, but "," stands',
    },
  ]);
  assert.deepEqual(codes("[]"), ["TYPE_WRONG "]);
  assert.deepEqual(codes(""), ["FILE_BROKEN "]);
  const long = (bytes: number): string =>
    templateText({
      ...seedTemplate(),
      x: "é".repeat((bytes - templateText({ ...seedTemplate(), x: "" }).length) / 2),
    });
  assert.deepEqual(codes(long(2 * 1_024 * 1_024)), []);
  assert.deepEqual(codes(long(2 * 1_024 * 1_024 + 2)), ["FIELD_OVERSIZED "]);
});

test("a key that stands twice is found at its second place, anywhere, beside everything else", () => {
  const text = templateText(seedTemplate())
    .replace('"name": "Plan"', '"name": "Plan", "name": "Plan again", "x": {"a": 1, "a": 2}')
    .replace('"{goal}"', '"{gaol}"');
  assert.deepEqual(
    validate(text, "a.json")
      .filter(({ severity }) => severity === "error")
      .map(({ code, pointer, column }) => `${code} ${pointer} ${column}`),
    [
      "KEY_DUPLICATE /nodes/0/name 23",
      "KEY_DUPLICATE /nodes/0/x/a 59",
      "REF_UNKNOWN /nodes/0/args_template 25",
    ],
  );
  const template = readTemplate(text);
  assert.equal(
    isRefusal(template) ? "" : template.nodes[0]?.name,
    "Plan",
    "the first counts for what is only looked at",
  );
});

test("twenty work nodes pass, more are warned of, a thousand are the most", () => {
  assert.deepEqual(codes(templateText(chain(20))), []);
  assert.deepEqual(codes(templateText(chain(21))), ["NODES_MANY /nodes"]);
  assert.deepEqual(
    validate(templateText(chain(1_000)), "").map(({ severity }) => severity),
    ["warning"],
  );
  assert.deepEqual(
    validate(templateText(chain(1_001)), "").map(({ severity }) => severity),
    ["error"],
  );
});

test("a hundred findings are shown, and no error is lost among warnings", () => {
  const template = chain(300, (node, index) => {
    node["id"] = `x${index}`;
    if (index === 299) node["on_fail"] = "ignore";
  });
  template["edges"] = Array.from({ length: 299 }, (_, index) => ({
    from: `x${index}`,
    to: `x${index + 1}`,
  }));
  const findings = validate(templateText(template), "a.json");
  assert.equal(findings.length, 100);
  assert.equal(findings.filter(({ code }) => code === "VALUE_UNKNOWN").length, 1);
  assert.deepEqual(
    [...findings].sort((a, b) => a.line - b.line || a.column - b.column),
    findings,
  );
});

test("a template with one thing changed at random never throws, and what passes can be planned whole", () => {
  const paths = (
    value: unknown,
    at: readonly (string | number)[] = [],
  ): readonly (readonly (string | number)[])[] =>
    typeof value === "object" && value !== null
      ? [at, ...Object.entries(value).flatMap(([key, inner]) => paths(inner, [...at, key]))]
      : [at];
  const odd = fc.oneof(
    fc.json({ maxDepth: 2 }),
    fc.constantFrom(
      '"N-001"',
      '"CP-01"',
      '"__proto__"',
      '"{N-004.output}"',
      '"--x"',
      "[]",
      "{}",
      "null",
      '"checkpoint"',
      "-0",
      '"{{"',
    ),
  );
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.nat(), odd, fc.boolean()), { minLength: 1, maxLength: 3 }),
      (changes) => {
        const template = seedTemplate();
        for (const [pick, value, remove] of changes) {
          const all = paths(template).slice(1);
          const path = all[pick % all.length] ?? [];
          let at: Loose = template;
          for (const key of path.slice(0, -1)) at = at[key];
          const last = path.at(-1) ?? "";
          if (remove) delete at[last];
          else at[last] = JSON.parse(value);
        }
        const text = templateText(template);
        const findings = validate(text, "a.json");
        for (const { line, column } of findings) assert.ok(line > 0 && column > 0);
        if (findings.some(({ severity }) => severity === "error")) return;
        const read = readTemplate(text);
        assert.ok(!isRefusal(read));
        assert.equal(plan(read).flatMap(({ nodes }) => nodes).length, read.nodes.length);
      },
    ),
    { numRuns: 1_500 },
  );
});

test("letters put in, taken out or changed anywhere in the text never throw", () => {
  const text = templateText(seedTemplate());
  fc.assert(
    fc.property(fc.nat(text.length), fc.nat(40), fc.string({ maxLength: 8 }), (at, out, more) => {
      validate(text.slice(0, at) + more + text.slice(at + out), "a.json");
      readTemplate(text.slice(0, at) + more + text.slice(at + out));
    }),
    { numRuns: 1_000 },
  );
});

test("a great deal of trouble of any kind are judged about as fast as they are read", () => {
  const fill = (part: (index: number) => string, most = 700_000): string => {
    const parts: string[] = [];
    for (let size = 0, index = 0; size < most; index += 1) {
      const one = part(index);
      parts.push(one);
      size += one.length + 1;
    }
    return parts.join(",");
  };
  const rest = '"template_id":"wft-a-20260101"';
  const node = '{"id":"N-001","type":"skill","executor":"x","args_template":""}';
  const texts = {
    references: `{${rest},"context_schema":{},"edges":[],"nodes":[${node.replace('""}', `"${fill((index) => `{a${index}}{N-${index}.b}{prev_output}`)}"}`)}]}`,
    edges: `{${rest},"context_schema":{},"nodes":[${node}],"edges":[${fill((index) => `{"from":"a${index}","to":"b"}`)}]}`,
    ring: `{${rest},"context_schema":{},"nodes":[${Array.from({ length: 2_000 }, (_, index) => node.replace("N-001", `N-${index}`)).join(",")}],"edges":[${fill((index) => `{"from":"N-${index % 1_999}","to":"N-${(index % 1_999) + 1 + (index % 7)}"}`, 600_000)}]}`,
    nodes: `{${rest},"context_schema":{},"edges":[],"nodes":[${fill((index) => node.replace("N-001", `N-${index}`))}]}`,
    variables: `{${rest},"nodes":[${node}],"edges":[],"context_schema":{${fill((index) => `"v${index}":{}`)}}}`,
    keys: `{${rest},"context_schema":{},"edges":[],"nodes":[],${fill((index) => `"nam${index}":1`)}}`,
    listed: `{${rest},"context_schema":{},"edges":[],"nodes":[${node}],"checkpoints":[${fill((index) => `"c${index}"`)}]}`,
  };
  for (const [name, text] of Object.entries(texts)) {
    const ms = taken(() => assert.equal(validate(text, "a.json").length, 100, name));
    assert.ok(ms < 3_000, `${name}: ${ms} ms`);
  }
});
