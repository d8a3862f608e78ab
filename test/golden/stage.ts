// Helper of golden stories: ultrawork's real rules with a fixed clock and fixed facts.
import assert from "node:assert/strict";
import type { Job, Outcome, Proof } from "../../src/core/job.ts";
import type { Message } from "../../src/core/message.ts";
import type { Change, Command, Facts, Sender } from "../../src/core/protocol.ts";
import { isRefusal } from "../../src/core/refusal.ts";
import type { Refusal } from "../../src/core/refusal.ts";
import type { Holder, Recorded } from "../../src/core/row.ts";
import { ultrawork } from "../../src/protocols/ultrawork/index.ts";
import type { UltraworkCommand } from "../../src/protocols/ultrawork/commands.ts";
import { allEvents, type UltraworkEvent } from "../../src/protocols/ultrawork/events.ts";
import type { State } from "../../src/protocols/ultrawork/state.ts";
import { brokenOf } from "../../src/kit/telling.ts";
import { lawful } from "../fixtures/lawful.ts";

const evolve = lawful(brokenOf(allEvents), ultrawork.evolve);

export const person: Sender = { kind: "person", name: "ana" };
export const engine: Sender = { kind: "engine", name: "engine" };

/** What a check is to show: its exit and output. */
export type Ran = { readonly exit: number | null; readonly text: string; readonly why?: string };

export type Stage = {
  readonly state: () => State;
  readonly log: readonly Recorded<UltraworkEvent>[];
  /** Every command with what came of it, a line each. */
  readonly told: readonly string[];
  /** The tree that the engine sees from now on. */
  tree(tree: string, changed?: readonly Change[]): void;
  send(command: Command, by: Sender): readonly UltraworkEvent[];
  refused(command: Command, by: Sender): Refusal;
  keys(): readonly string[];
  job(key: string): Job;
  brief(key: string): string;
  begin(key: string, name?: string): void;
  /** The agent's process ends in order with this report, or without one. */
  report(key: string, report: unknown, ending?: Partial<Extract<Outcome, { is: "ended" }>>): void;
  /** The engine has run the check job. */
  ran(key: string, ...ran: readonly Ran[]): void;
  decide(key: string, option: string, note?: string, data?: unknown): void;
  files(): Readonly<Record<string, string>>;
};

type Parsed = { readonly message: Message; readonly data: unknown };

const digestOf = (text: string): string =>
  Buffer.from(text).toString("hex").padEnd(64, "0").slice(0, 64);

/** UltraworkCommand by the schema that it passed; the rules check nothing less than the door does. */
const isCommand = (messages: readonly Message[], command: Command): command is UltraworkCommand =>
  messages.some((message) => message.type === command.type);

export const openStage = async (name: string): Promise<Stage> => {
  const messages = ultrawork.messages;
  let state: State | null = null;
  let seconds = 0;
  let world: { tree: string; changed: readonly Change[] } = { tree: "tree-a", changed: [] };
  let fence = 0;
  const log: Recorded<UltraworkEvent>[] = [];
  const told: string[] = [];
  const holders = new Map<string, { readonly holder: Holder; readonly fence: number }>();

  const now = (): string => new Date(Date.UTC(2026, 0, 8, 12, 0, seconds)).toISOString();
  const here = (): State => {
    assert.ok(state !== null, "the story has not begun");
    return state;
  };
  const facts = (): Facts => ({
    at: now(),
    root: "/repo",
    folder: state === null ? null : ultrawork.place(state).replace("~", "/home/ana"),
    repo: "shop",
    branch: "main",
    head: "c0ffee",
    tree: world.tree,
    changed: world.changed,
    files: {},
    outputs: {},
    commits: {},
  });
  const parse = (command: Command): Parsed => {
    const message = messages.find((one) => one.type === command.type);
    assert.ok(message !== undefined, `no command ${command.type}`);
    const parsed = message.read(command.data);
    assert.ok(
      "value" in parsed,
      `${command.type} doesn't fit its schema: ${JSON.stringify(parsed)}`,
    );
    return { message, data: message.fill?.(parsed.value, facts()) ?? parsed.value };
  };
  const decided = (command: Command, by: Sender): readonly UltraworkEvent[] | Refusal => {
    const { message, data } = parse(command);
    assert.ok(message.who.includes(by.kind), `${command.type} is not for ${by.kind}`);
    const asked: Command = { type: command.type, data };
    assert.ok(isCommand(messages, asked));
    seconds += 5;
    const answer = ultrawork.decide(state, asked, { at: now(), by });
    const says = isRefusal(answer)
      ? answer.code
      : answer.map((event) => event.type).join(", ") || "nothing";
    told.push(`${by.kind}:${by.name} ${command.type} ${JSON.stringify(data)}\n  → ${says}`);
    return answer;
  };
  const send = (command: Command, by: Sender): readonly UltraworkEvent[] => {
    const events = decided(command, by);
    assert.ok(!isRefusal(events), `${command.type} was refused: ${JSON.stringify(events)}`);
    for (const event of events) {
      const recorded = {
        ...event,
        version: log.length + 1,
        at: now(),
        by,
        cause: `c${told.length}`,
      };
      log.push(recorded);
      state = evolve(state, recorded);
    }
    return events;
  };
  const job = (key: string): Job => {
    const found = ultrawork.jobs(here()).find((one) => one.key === key);
    assert.ok(
      found !== undefined,
      `no job ${key} among ${ultrawork
        .jobs(here())
        .map((one) => one.key)
        .join(", ")}`,
    );
    return found;
  };
  const outcome = (
    key: string,
  ): Pick<Outcome, "holder" | "hosted" | "done" | "tree" | "files"> => ({
    holder: holders.get(key)?.holder ?? { name: "engine", agent: null, conversation: null },
    hosted: true,
    done: "report",
    tree: { before: world.tree, after: world.tree, changed: [], commits: [] },
    files: {},
  });
  const senderFor = (key: string, command: Command): Sender => {
    const held = holders.get(key);
    const { message } = parse(command);
    if (held === undefined || !message.who.includes("agent"))
      return { ...engine, job: key, fence: held?.fence ?? fence };
    const { name: who, agent, conversation } = held.holder;
    return { kind: "agent", name: who, agent, conversation, job: key, fence: held.fence };
  };
  const hand = (found: Job, told: Outcome): void => {
    for (const command of ultrawork.report(found, told))
      send(command, senderFor(found.key, command));
  };

  const stage: Stage = {
    state: here,
    log,
    told,
    tree: (tree, changed = []) => {
      world = { tree, changed };
    },
    send: (command, by) =>
      send(
        command.type === "Start" && isCommand(messages, command)
          ? ultrawork.complete(command, facts(), name, 0, {})
          : command,
        by,
      ),
    refused: (command, by) => {
      const answer = decided(command, by);
      assert.ok(isRefusal(answer), `${command.type} was let through`);
      return answer;
    },
    keys: () =>
      ultrawork.jobs(here()).map((one) => (one.why === null ? one.key : `${one.key} (${one.why})`)),
    job,
    brief: (key) => ultrawork.brief(here(), job(key), facts()),
    begin: (key, agent = "codex") => {
      const found = job(key);
      assert.equal(found.why, null, `${key} may not begin: ${found.why}`);
      fence += 1;
      holders.set(key, { holder: { name: agent, agent, conversation: `${key}-talk` }, fence });
      const granted = ultrawork.report(found, { ...outcome(key), is: "granted" });
      for (const command of granted) send(command, { ...engine, job: key, fence });
    },
    report: (key, report, ending = {}) => {
      hand(job(key), {
        ...outcome(key),
        is: "ended",
        exit: 0,
        reason: "exit",
        report,
        found: report === undefined ? "none" : "one",
        message: "",
        fault: null,
        output: null,
        ...ending,
      });
    },
    ran: (key, ...ran) => {
      const found = job(key);
      assert.equal(found.why, null, `${key} may not begin: ${found.why}`);
      fence += 1;
      const proofs = (found.checks ?? []).map((check, index): Proof => {
        const result = ran[index] ?? { exit: 0, text: "ok" };
        const what =
          "argv" in check ? { argv: check.argv, cwd: check.cwd } : { argv: [], cwd: check.read };
        const digest = digestOf(result.text);
        const tree = { before: world.tree, after: world.tree, head: "c0ffee" };
        return {
          ...what,
          exit: result.exit,
          why: result.why ?? null,
          ms: 12,
          digest,
          bytes: result.text.length,
          text: result.text,
          ...tree,
        };
      });
      hand(found, {
        ...outcome(key),
        is: "checked",
        proofs,
        measured: { tree: world.tree, head: "c0ffee" },
      });
    },
    decide: (key, option, note = "", data = null) => {
      for (const command of ultrawork.report(job(key), {
        ...outcome(key),
        is: "decided",
        option,
        note,
        data,
      }))
        send(command, person);
    },
    files: () => ultrawork.write(here(), log),
  };
  return stage;
};
