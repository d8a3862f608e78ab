// Real documents of every kind as folders in their places: published examples, golden stories, seed forms.
import assert from "node:assert/strict";
import { join } from "node:path";
import type { Protocol } from "../../../src/core/protocol.ts";
import { iterative } from "../../../src/protocols/iterative/index.ts";
import { player } from "../../../src/protocols/player/index.ts";
import { stigmergy } from "../../../src/protocols/stigmergy/index.ts";
import { ultrawork } from "../../../src/protocols/ultrawork/index.ts";
import { seedTemplate, templateText } from "../../fixtures/player-template.ts";
import { example, filesBelow } from "../folders.ts";
import { seed, tasks } from "../iterative-folders.ts";
import { example as played, folder as session, outside } from "../player-folders.ts";
import { json, sound } from "../stigmergy-files.ts";

type Files = Readonly<Record<string, string>>;
export type Case = {
  readonly protocol: string;
  /** Absolute; adoption takes it from there. */
  readonly folder: string;
  readonly files: Files;
  /** Documents to be mutated, by path: what the protocol's schema of it is called; null: a text. */
  readonly documents: Readonly<Record<string, string | null>>;
};

const golden = (name: string): Files =>
  filesBelow(join(import.meta.dirname, "..", "..", "golden", "stories", name));
const work = "/home/ana/.claude/ultrawork/shop/sessions/abc";
const passes = (slug: string): string => `/repo/.claude/iterative/${slug}`;
const play = `/home/ana/shop/.workflow/sessions/${String(played().session_id)}`;
const texts = { "brief.md": null, "context.md": null, "progress.md": null, "guardrails.md": null };
const { [outside]: template = "", ...own } = session();
const gate = golden("player-serial/gate");
const idOf = (files: Files, path: string, key: string): string =>
  String(JSON.parse(files[path] ?? assert.fail(path))[key]);

/** What a seed leaves out and this program adds is in the golden ones. */
export const cases: readonly Case[] = [
  {
    protocol: "ultrawork",
    folder: work,
    files: { "session.json": example },
    documents: { "session.json": "session.json" },
  },
  {
    protocol: "ultrawork",
    folder: work,
    files: golden("complete/end"),
    documents: {
      "session.json": "session.json",
      "tasks/1.json": "tasks/<id>.json",
      "tasks/verify.json": "tasks/<id>.json",
      "context.json": "context.json",
    },
  },
  {
    protocol: "iterative",
    folder: passes("user-auth"),
    files: {
      "state.json": seed("state-development.json"),
      "tasks.md": tasks({ T1: "None", T2: "T1", T3: "T2", T4: "T2", T5: "T4" }),
    },
    documents: { "state.json": "state.json", "tasks.md": null },
  },
  ...["state-development.json", "state-knowledge.json"].map((name): Case => {
    const text = seed(name);
    return {
      protocol: "iterative",
      folder: passes(idOf({ name: text }, "name", "slug")),
      files: { "state.json": text },
      documents: { "state.json": "state.json" },
    };
  }),
  {
    protocol: "iterative",
    folder: passes("add-login"),
    files: golden("iterative-development/3-under-way"),
    documents: { "state.json": "state.json", "tasks.md": null, ...texts },
  },
  {
    protocol: "iterative",
    folder: passes("tides"),
    files: golden("iterative-knowledge/2-half"),
    documents: { "state.json": "state.json", "plan.md": null, ...texts },
  },
  {
    protocol: "player",
    folder: play,
    files: { ...own, "artifacts/template.json": templateText(seedTemplate()) },
    documents: {
      "session-state.json": "session-state.json",
      "checkpoints/CP-01.json": "checkpoints/<id>.json",
      "artifacts/template.json": "templates/<slug>.json",
    },
  },
  {
    protocol: "player",
    folder: `/home/ana/shop/.workflow/sessions/${idOf(gate, "session-state.json", "session_id")}`,
    files: gate,
    documents: {
      "session-state.json": "session-state.json",
      "checkpoints/CP-02.json": "checkpoints/<id>.json",
    },
  },
  {
    protocol: "player",
    folder: "/home/ana/shop/.workflow/templates",
    files: { "a.json": template, ...golden("player-compose/plan-execute-test/root/templates") },
    documents: {
      "a.json": "templates/<slug>.json",
      "index.json": "templates/index.json",
    },
  },
  {
    protocol: "stigmergy",
    folder: "/r/seed-shop/.ai",
    files: { "state.json": json(sound()) },
    documents: { "state.json": "state.json" },
  },
];

export const protocols: readonly Protocol[] = [ultrawork, player, iterative, stigmergy];
export const protocolOf = (name: string): Protocol =>
  protocols.find((one) => one.name === name) ?? assert.fail(name);

/** What the program publishes of a document, by the name in `cairn schema`. */
export const schemaOf = async (protocol: string, document: string): Promise<unknown> =>
  protocolOf(protocol)
    .described?.find(({ name, kind }) => kind === "document" && name === document)
    ?.schema() ?? assert.fail(document);
