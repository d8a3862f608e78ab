// Why: what each command of the player is for, and what the door reads and fills in for it; the types of all its commands and events follow from here.
import { z } from "zod";
import type { Described, Message } from "../../core/message.ts";
import { eventsDescribed, messagesOf, type Said, type Typed } from "../../core/messages.ts";
import { commandSchemas } from "./messages/commands.ts";
import { eventSchemas } from "./messages/events.ts";
import { startFlags } from "./messages/flags.ts";
import { eventMeans } from "./messages/means.ts";
import { childProtocol, workNode, workState } from "./nodes.ts";
import { againOf, fillTemplate, templateAsk } from "./start/lookup.ts";
import type { State } from "./state.ts";
import { frame } from "./who.ts";

export type PlayerCommands = Typed<typeof commandSchemas>;
export type PlayerEvents = Typed<typeof eventSchemas>;
export type PlayerCommand = PlayerCommands[keyof PlayerCommands];
export type PlayerEvent = PlayerEvents[keyof PlayerEvents];

const isState = (value: unknown): value is State => typeof value === "object" && value !== null && "template" in value && "plan" in value;
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
  return template === null || childProtocol(template) === null ? null : (workState(state, id)?.session ?? null);
};

const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** Paths that a result names are looked at, so that it is told which of them are there. */
const lookedAt = (pathsIn: (data: object) => object): Pick<Said, "ask" | "fill" | "filled"> => ({
  ask: (_state, data) => {
    const { output_path: path, artifacts } = { output_path: null, artifacts: [], ...pathsIn(fields(data)) };
    const named = [path, ...list(artifacts)].filter((one): one is string => typeof one === "string" && one !== "");
    return named.length === 0 ? null : { named };
  },
  fill: (data, facts) => ({ ...fields(data), seen: facts.named ?? {} }),
  filled: ["seen", "commit"],
});

const said: Readonly<Record<keyof PlayerCommands, Said>> = {
  Start: {
    means: "Starts a run: a template to be played with these values.",
    ask: (_state, data) => templateAsk(textOf(data, "template"), textOf(data, "again")),
    fill: (data, facts) => {
      const again = againOf(textOf(data, "again"), facts);
      return { ...fields(data), root: facts.root, ...fillTemplate(textOf(data, "template"), facts, again), ...again?.with(data) };
    },
    filled: ["root", "template_path", "template_text", "lookup", "run", "session", "origin", "nested"],
    words: ["template"],
    flags: startFlags,
  },
  Adopt: { means: "Takes over an existing session folder as it was found.", filled: ["run"] },
  StartNode: { means: "A node begins: it has found somebody who does it.", filled: ["agent"] },
  BindTask: { means: "Names the task outside by which a node's callback comes." },
  BindSession: { means: "Names the session that does a node." },
  FinishNode: {
    means: "Says what an attempt at a node came to.",
    judged: true,
    ...lookedAt((data) => ("result" in data ? fields(data.result) : {})),
  },
  FinishTask: {
    means: "The callback of a task outside: its exit code decides.",
    ...lookedAt((data) => data),
    flags: [{ name: "output", means: "what it said", word: "TEXT", sentence: true, field: ["output"] }],
  },
  ExpireNode: { means: "A node's time is over." },
  DoubtNode: { means: "Nobody can know how an attempt ended." },
  ReleaseNode: { means: "Gives back a node that was never launched, or that its holder can't do." },
  AmendNode: { means: "Fills in what a node left out; never replaces anything." },
  ResolveNode: {
    means: "Answers the question of a node that failed or is in doubt.",
    ask: (state, data) => {
      const run = childRun(state, data);
      return run === null ? {} : { runs: [run] };
    },
    fill: (data, facts) => {
      const [run, ended] = Object.entries(facts.runs ?? {})[0] ?? [];
      if (run === undefined || ended === undefined || ended === null) return data;
      const { good, summary, output, artifacts } = ended;
      const result = { ok: good, session: run, output: summary, artifacts: artifacts.slice(0, 200), how: "run" as const };
      return { ...fields(data), result: output === null ? result : { ...result, output_path: output } };
    },
  },
  ResolveCheckpoint: { means: "Answers a checkpoint." },
  Pause: { means: "Nothing new starts; what is under way ends and is recorded." },
  Resume: { means: "Takes up a paused run." },
  Cancel: { means: "Ends the run as aborted and stops its jobs." },
  RetryRun: { means: "Takes up a failed or aborted run, its failed nodes anew." },
  RollBack: {
    means: "Puts the record back to a checkpoint's snapshot and pauses; the working tree stays.",
    flags: [{ name: "to", means: "the checkpoint", word: "CHECKPOINT", field: ["checkpoint"] }],
  },
  RepinTemplate: {
    means: "Plays another text of the template from here.",
    ask: (state, data) => templateAsk(textOf(data, "template") ?? (isState(state) ? state.template.path : null), null),
    fill: (data, facts, state) => ({
      ...fields(data),
      ...fillTemplate(textOf(data, "template") ?? (isState(state) ? state.template.path : null), facts, null),
    }),
    filled: ["template_path", "template_text", "lookup"],
    words: ["template"],
  },
  ChangeContext: {
    means: "Changes a value of the context, for nodes that have not begun.",
    ask: () => ({}),
    fill: (data, facts) => ({ ...fields(data), root: facts.root }),
    filled: ["root"],
  },
  KeepExtras: { means: "Keeps keys of a file that the rules do not know." },
  RefuseEdit: { means: "Records that a hand edit was refused and where its bytes are kept." },
  Archive: { means: "Moves the folder of a run that is over into the archive." },
  Unarchive: { means: "Moves the folder back from the archive." },
};

export const messages: readonly Message[] = messagesOf(commandSchemas, said, frame, z.toJSONSchema);
export const events: readonly Described[] = eventsDescribed(eventSchemas, eventMeans, z.toJSONSchema);
