// Why: what the door reads of the world and fills in for each command of the player is known without the schemas, so that what follows of itself can be foretold quickly.
import type { Terms } from "../../core/message.ts";
import { allTerms, type World, type Worlds } from "../../core/terms.ts";
import type { PlayerCommands } from "./messages.ts";
import { childProtocol, isCheck, roleOf, workNode, workState } from "./nodes.ts";
import { againOf, fillTemplate, templateAsk } from "./start/lookup.ts";
import type { State } from "./state.ts";
import { frame } from "./who.ts";

const isState = (value: unknown): value is State =>
  typeof value === "object" && value !== null && "template" in value && "plan" in value;
const fields = (data: unknown): object => (typeof data === "object" && data !== null ? data : {});
const textOf = (data: unknown, key: string): string | null => {
  const value: unknown = Object.entries(fields(data)).find(([name]) => name === key)?.[1];
  return typeof value === "string" ? value : null;
};

/** The run that a node is, where it is one and was started. */
const childRun = (state: unknown, data: unknown): string | null => {
  if (!isState(state)) return null;
  const id = textOf(data, "node") ?? "";
  const template = workNode(state, id);
  return template === null || childProtocol(template) === null
    ? null
    : (workState(state, id)?.session ?? null);
};

const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** Paths that a result names are looked at, so that it is told which of them are there; its output is read, to be copied beside the run's files. */
const lookedAt = (pathsIn: (data: object) => object): World => ({
  ask: (_state, data) => {
    const { output_path: path, artifacts } = {
      output_path: null,
      artifacts: [],
      ...pathsIn(fields(data)),
    };
    const named = [path, ...list(artifacts)].filter(
      (one): one is string => typeof one === "string" && one !== "",
    );
    const texts = named.slice(0, 1).filter((one) => one === path);
    return named.length === 0 ? null : { named, ...(texts.length === 0 ? {} : { texts }) };
  },
  fill: (data, facts) => {
    const { text: _, ...said } = { text: null, ...fields(data) };
    const [text] = Object.values(facts.texts ?? {});
    return { ...said, seen: facts.named ?? {}, ...(text === undefined ? {} : { text }) };
  },
  filled: ["seen", "text", "commit"],
});

export const worlds: Worlds<keyof PlayerCommands> = {
  Start: {
    ask: (_state, data) => templateAsk(textOf(data, "template"), textOf(data, "again")),
    fill: (data, facts) => {
      const again = againOf(textOf(data, "again"), facts);
      return {
        ...fields(data),
        root: facts.root,
        ...fillTemplate(textOf(data, "template"), facts, again),
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
  },
  Adopt: { filled: ["run"] },
  StartNode: {
    ask: (state, data) => {
      const template = isState(state) ? workNode(state, textOf(data, "node") ?? "") : null;
      return template === null ? null : { programs: [roleOf(template)] };
    },
    fill: (data, facts, state) => {
      const template = isState(state) ? workNode(state, textOf(data, "node") ?? "") : null;
      return { ...fields(data), check: template !== null && isCheck(template, facts) };
    },
    filled: ["agent", "check"],
  },
  FinishNode: {
    judged: true,
    ...lookedAt((data) => ("result" in data ? fields(data.result) : {})),
  },
  FinishTask: {
    ...lookedAt((data) => data),
  },
  ResolveNode: {
    ask: (state, data) => {
      const run = childRun(state, data);
      return run === null ? {} : { runs: [run] };
    },
    fill: (data, facts) => {
      const [run, ended] = Object.entries(facts.runs ?? {})[0] ?? [];
      if (run === undefined || ended === undefined || ended === null) return data;
      const { good, summary, output, artifacts } = ended;
      const result = {
        ok: good,
        session: run,
        output: summary,
        artifacts: artifacts.slice(0, 200),
        how: "run" as const,
      };
      return {
        ...fields(data),
        result: output === null ? result : { ...result, output_path: output },
      };
    },
  },
  RepinTemplate: {
    ask: (state, data) =>
      templateAsk(textOf(data, "template") ?? (isState(state) ? state.template.path : null), null),
    fill: (data, facts, state) => ({
      ...fields(data),
      ...fillTemplate(
        textOf(data, "template") ?? (isState(state) ? state.template.path : null),
        facts,
        null,
      ),
    }),
    filled: ["template_path", "template_text", "lookup"],
  },
  ChangeContext: {
    ask: () => ({}),
    fill: (data, facts) => ({ ...fields(data), root: facts.root }),
    filled: ["root"],
  },
};

export const terms: readonly Terms[] = allTerms(frame, worlds);
