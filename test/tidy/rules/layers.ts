// Tidy rules of layers: dependencies in one direction only.
import { posix } from "node:path";
import { type Finding, type Rule, each } from "../rule.ts";
import { type Import, isTest } from "../source.ts";

const ports = ["src/ledger/ledger.ts", "src/agents/agent.ts", "src/workspace/workspace.ts"];
/** Ports, and what is said apart from one whose file would be too long. */
const shapes = [...ports, "src/workspace/spool/entry.ts"];
const rules = "src/protocols/*/";
const surface = (own: string): Layer => ({
  may: [
    own,
    "src/core/",
    "src/kit/",
    "src/runtime/picture/",
    "src/open.ts",
    "src/runtime/system.ts",
  ],
  lazily: [],
  packages: true,
  node: true,
});

/** Of what decides: it declares with the kit, and knows nothing else. */
const rulesOf = (own: string, ...more: readonly string[]): Layer => ({
  may: ["src/core/", "src/kit/", ...more, own],
  lazily: [],
  packages: false,
  node: false,
});

/** What a server tells a page, and the shapes that it is told in: a page knows nothing else of the program. */
const contract = ["src/http/answers.ts", "src/core/"];

/** What a run looks like, declared once: who makes a part of it takes its types alone. */
const pictured = ["src/runtime/picture/attempts.ts", "src/runtime/picture/shape.ts"];

/** Paths: a folder, a file, or with one `*` for the importing file's own protocol. */
type Layer = {
  readonly may: readonly string[];
  /** For their types only. */
  readonly typed?: readonly string[];
  readonly lazily: readonly string[];
  readonly packages: boolean;
  readonly node: boolean;
};

/** The first row that fits a path is its layer. */
const table: readonly (readonly [string, Layer])[] = [
  ["src/core/hash.ts", { may: ["src/core/"], lazily: [], packages: false, node: true }],
  ["src/core/", { may: ["src/core/"], lazily: [], packages: false, node: false }],
  ["src/kit/", { may: ["src/core/", "src/kit/"], lazily: [], packages: true, node: false }],
  ["src/work/", rulesOf("src/work/")],
  ["src/protocols/", rulesOf(rules, "src/work/")],
  ["src/landing/", { ...rulesOf("src/landing/"), typed: pictured }],
  ["src/budget/", rulesOf("src/budget/")],
  ["src/steering/", rulesOf("src/steering/")],
  ["src/ledger/", { may: ["src/core/", "src/ledger/"], lazily: [], packages: true, node: true }],
  ["src/agents/", { may: ["src/core/", "src/agents/"], lazily: [], packages: true, node: true }],
  [
    "src/workspace/",
    { may: ["src/core/", "src/workspace/"], lazily: [], packages: true, node: true },
  ],
  // What surfaces are told of a run, declared once: pure, and the only part of the runtime beside the System that they take.
  ["src/runtime/picture/", rulesOf("src/runtime/picture/")],
  [
    "src/runtime/config/",
    {
      may: [
        "src/core/",
        "src/kit/",
        "src/budget/limits.ts",
        "src/landing/",
        "src/runtime/config.ts",
        "src/runtime/config/",
        ...ports,
      ],
      lazily: [],
      packages: false,
      node: true,
    },
  ],
  [
    "src/runtime/",
    {
      may: ["src/core/", "src/landing/", "src/budget/", "src/steering/", "src/runtime/", ...ports],
      lazily: [],
      packages: false,
      node: true,
    },
  ],
  [
    "src/drivers.ts",
    {
      may: ["src/core/", "src/runtime/engine.ts", "src/runtime/config/agents.ts", ...ports],
      lazily: ["src/agents/"],
      packages: false,
      node: false,
    },
  ],
  [
    "src/host.ts",
    {
      may: ["src/core/", "src/drivers.ts", "src/open-ledger.ts", "src/runtime/", "src/workspace/"],
      lazily: ["src/ledger/"],
      packages: false,
      node: true,
    },
  ],
  ["src/edition.ts", { may: ["src/core/hash.ts"], lazily: [], packages: false, node: true }],
  [
    "src/open-ledger.ts",
    {
      may: ["src/core/", "src/ledger/postgres/address.ts", "src/workspace/home.ts", ...ports],
      lazily: ["src/ledger/"],
      packages: false,
      node: true,
    },
  ],
  [
    "src/open.ts",
    {
      may: [
        "src/core/",
        "src/drivers.ts",
        "src/edition.ts",
        "src/open-ledger.ts",
        "src/protocols/",
        "src/workspace/",
        "src/runtime/",
        ...ports,
      ],
      lazily: ["src/ledger/", "src/landing/", "src/budget/", "src/steering/"],
      packages: false,
      node: true,
    },
  ],
  [
    "src/index.ts",
    {
      may: ["src/core/", "src/open.ts", "src/runtime/system.ts"],
      lazily: [],
      packages: false,
      node: false,
    },
  ],
  ["src/cli/main.ts", { ...surface("src/cli/"), lazily: ["src/host.ts"] }],
  ["src/cli/", { ...surface("src/cli/"), lazily: ["src/mcp/", "src/http/", "src/hooks/"] }],
  ["src/mcp/", surface("src/mcp/")],
  ["src/http/", surface("src/http/")],
  ["src/hooks/", surface("src/hooks/")],
  ["web/vite.config.ts", { may: [], lazily: [], packages: true, node: true }],
  // Words and names that server, terminal and page have in common: pure code, which a browser can run. All else of core stays the program's own.
  [
    "web/src/",
    {
      may: [
        "web/src/",
        "src/core/words/how-many.ts",
        "src/core/words/clean.ts",
        "src/core/criterion-states.ts",
        "src/core/over.ts",
        "src/core/words/attempt-states.ts",
        "src/core/words/evidence.ts",
        "src/core/words/states.ts",
        "src/core/words/telling.ts",
        "src/core/words/time-left.ts",
        "src/core/words/tops.ts",
        "src/core/agents/transcript.ts",
        "src/core/words/transcript.ts",
        "src/core/words/usage.ts",
        "src/core/words/work-nodes.ts",
        "src/core/words/wrong-lines.ts",
      ],
      typed: contract,
      lazily: [],
      packages: true,
      node: false,
    },
  ],
];

const inside = (path: string, place: string): boolean =>
  place.endsWith("/") ? path.startsWith(place) : path === place;
const protocolOf = (path: string): string => /^src\/protocols\/[^/]+\//.exec(path)?.[0] ?? "none";
const wrong = (path: string, layer: Layer, { from, kind }: Import): string | null => {
  if (from.startsWith("node:")) {
    if (!layer.node) return `may not import ${from}`;
    return path === "src/core/hash.ts" && from !== "node:crypto"
      ? `may import node:crypto alone, not ${from}`
      : null;
  }
  if (!from.startsWith(".")) {
    return layer.packages ? null : `may not import the package ${from}`;
  }
  const target = posix.join(posix.dirname(path), from);
  // Ports speak of each other's data; their backends don't know each other.
  if (kind === "type" && shapes.includes(path) && ports.includes(target)) return null;
  const allowed = [
    ...layer.may,
    ...(kind === "value" ? [] : layer.lazily),
    ...(kind === "type" ? (layer.typed ?? []) : []),
  ].map((place) => (place === rules ? protocolOf(path) : place));
  if (!allowed.some((place) => inside(target, place))) {
    return `may not import ${target}${layer.lazily.some((place) => inside(target, place)) ? " but by import() or for types" : ""}`;
  }
  return null;
};

export const layers: Rule = {
  name: "layers: each imports only what the table allows",
  find: each(
    (path) => /^(src|web)\/.*\.tsx?$/.test(path) && !isTest(path),
    ({ path, imports }) => {
      const layer = table.find(([place]) => inside(path, place))?.[1];
      if (layer === undefined)
        return [{ line: 1, text: "belongs to no layer: move it, or give it a row in the table" }];
      return imports.flatMap((one): Omit<Finding, "path">[] => {
        const text = wrong(path, layer, one);
        return text === null ? [] : [{ line: one.line, text }];
      });
    },
  ),
  bad: [
    { "src/core/a.ts": 'import { readFileSync } from "node:fs";' },
    { "src/core/hash.ts": 'import { readFileSync } from "node:fs";' },
    { "src/core/a.ts": 'import type { Ledger } from "../ledger/ledger.ts";' },
    { "src/core/a.ts": 'import { string } from "valibot";' },
    { "src/protocols/ultrawork/jobs.ts": 'import { x } from "../player/jobs.ts";' },
    { "src/protocols/ultrawork/jobs.ts": 'import { string } from "valibot";' },
    { "src/kit/a.ts": 'import { x } from "../runtime/send.ts";' },
    { "src/work/a.ts": 'import type { Phase } from "../protocols/ultrawork/phase.ts";' },
    { "src/landing/a.ts": 'import { find } from "../work/work.ts";' },
    { "src/ledger/sqlite.ts": 'export { x } from "../workspace/atomic.ts";' },
    { "src/runtime/send.ts": 'import { openSqlite } from "../ledger/sqlite.ts";' },
    { "src/runtime/send.ts": 'const a = await import("../protocols/ultrawork/index.ts");' },
    { "src/open.ts": 'import { openSqlite } from "./ledger/sqlite.ts";' },
    { "src/cli/main.ts": 'import { send } from "../runtime/send.ts";' },
    { "src/cli/main.ts": 'import { serve } from "../http/serve.ts";' },
    { "src/workspace/host.ts": 'import type { Launch } from "../agents/agent.ts";' },
    { "src/lib/a.ts": "export {};" },
    { "web/src/a.tsx": 'import { x } from "../../src/core/refusal.ts";' },
    { "web/src/a.ts": 'import type { System } from "../../src/runtime/system.ts";' },
    { "web/src/a.ts": 'import { join } from "node:path";' },
    { "src/http/app.ts": 'import { App } from "../../web/src/app.tsx";' },
  ],
  good: [
    { "src/core/hash.ts": 'import { hash } from "node:crypto";' },
    {
      "src/protocols/ultrawork/messages.ts":
        'import { text } from "../../kit/schema.ts"; import type { Work } from "../../work/work.ts";',
    },
    {
      "src/protocols/ultrawork/jobs.ts":
        'import type { Start } from "./messages.ts"; import { x } from "./checks/cut.ts";',
    },
    { "src/protocols/ultrawork/index.ts": 'const a = () => import("./messages.ts");' },
    {
      "src/runtime/send.ts":
        'import type { Ledger } from "../ledger/ledger.ts"; import { x } from "node:path";',
    },
    { "src/workspace/workspace.ts": 'import type { Launch } from "../agents/agent.ts";' },
    {
      "src/open.ts":
        'const a = () => import("./ledger/sqlite.ts"); import { ultrawork } from "./protocols/ultrawork/index.ts";',
    },
    { "src/drivers.ts": 'import type { Where } from "./agents/which.ts";' },
    { "src/cli/commands/serve.ts": 'const a = () => import("../../http/serve.ts");' },
    {
      "web/src/a.tsx":
        'import type { Here } from "../../src/http/answers.ts"; import { useState } from "react"; import "./a.css";',
    },
    { "web/src/a.ts": 'import { span } from "../../src/core/words/how-many.ts";' },
    {
      "web/src/a.ts":
        'import type { View } from "../../src/core/view.ts"; const a = () => import("./b.tsx");',
    },
    { "src/core/a.test.ts": 'import { x } from "../runtime/send.ts";' },
  ],
};
