// One prompt in one ACP session, with its protocol translated into the driver's events.
import {
  client,
  methods,
  PROTOCOL_VERSION,
  RequestError,
  type ClientContext,
  type NewSessionRequest,
  type SessionConfigOption,
  type SessionUpdate,
  type Stream,
} from "@agentclientprotocol/sdk";
import { errorText } from "../core/error-text.ts";
import { jobVariables } from "../core/agents/job-variables.ts";
import type { AcpEvent, AcpTask } from "./acp-events.ts";
import { differing } from "./calls.ts";

type Option = { readonly optionId: string; readonly kind: string };

/** Prefers allow_once, since allow_always outlives the job in some agents. Options repeat and come in any order. null: no option allows, and the request is cancelled. */
const kinds = ["allow_once", "allow_always"] as const;

const permit = <O extends Option>(options: readonly O[]): O | null =>
  kinds
    .map((kind) => options.find((option) => option.kind === kind))
    .find((option) => option !== undefined) ?? null;

type Tell = (event: AcpEvent) => void;
type World = {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stop: AbortSignal;
};

type ToolUpdate = Extract<
  SessionUpdate,
  { readonly sessionUpdate: "tool_call" | "tool_call_update" }
>;

const toolOf = (update: ToolUpdate): AcpEvent => {
  const over = update.status === "completed" || update.status === "failed";
  const diffs = (update.content ?? []).flatMap((one) => (one.type === "diff" ? [one] : []));
  const path = diffs[0]?.path ?? update.locations?.[0]?.path;
  const changes = diffs.map(({ oldText, newText }) => differing(oldText ?? "", newText));
  const sum = (key: "added" | "removed"): number => changes.reduce((all, one) => all + one[key], 0);
  return {
    type: "tool",
    id: update.toolCallId,
    title: update.title ?? "",
    over,
    ...(update.status === "failed" ? { failed: true } : {}),
    ...(typeof update.kind === "string" ? { kind: update.kind } : {}),
    ...(path === undefined ? {} : { path }),
    ...(changes.length === 0 ? {} : { changed: { added: sum("added"), removed: sum("removed") } }),
  };
};

const eventOf = (update: SessionUpdate): AcpEvent | null => {
  switch (update.sessionUpdate) {
    case "agent_message_chunk":
      return update.content.type === "text" && update.content.text !== ""
        ? { type: "said", message: update.messageId ?? null, text: update.content.text }
        : null;
    case "agent_thought_chunk":
      return { type: "thought", text: update.content.type === "text" ? update.content.text : "" };
    case "tool_call":
    case "tool_call_update":
      return toolOf(update);
    case "usage_update":
      return update.cost?.currency === "USD" ? { type: "cost", usd: update.cost.amount } : null;
    default:
      return null;
  }
};

/** Sent over standard input, not as an argument: the values are secrets of the job. */
const serversOf = ({ mcp: [command = "", ...args] }: AcpTask, { env }: World) => [
  {
    name: "cairn",
    command,
    args: [...args],
    env: jobVariables.flatMap((name) => ({ name, value: env[name] ?? "" })),
  },
];

/** Sets the first model option that offers this model. */
const setModel = async (
  agent: ClientContext,
  sessionId: string,
  options: readonly SessionConfigOption[],
  model: string,
): Promise<void> => {
  for (const option of options) {
    if (option.type !== "select" || option.category !== "model") continue;
    const values = option.options
      .flatMap((one) => ("options" in one ? one.options : [one]))
      .map(({ value }) => value);
    if (!values.includes(model))
      throw new Error(`the agent has no model ${model}, but ${values.join(", ")}`);
    await agent.request(methods.agent.session.setConfigOption, {
      sessionId,
      configId: option.id,
      value: model,
    });
    return;
  }
  throw new Error(
    `the agent offers no choice of model; give its program the word for ${model} in argv, as {model}`,
  );
};

type Entered = { readonly sessionId: string; readonly options: readonly SessionConfigOption[] };

/** Starts a new session if the agent no longer knows the old one: the brief is complete. */
const enter = async (
  agent: ClientContext,
  task: AcpTask,
  world: World,
  tell: Tell,
): Promise<Entered> => {
  const { agentInfo, agentCapabilities, protocolVersion } = await agent.request(
    methods.agent.initialize,
    {
      protocolVersion: PROTOCOL_VERSION,
      clientInfo: { name: "cairn", version: "1" },
      clientCapabilities: { fs: { readTextFile: false, writeTextFile: false }, terminal: false },
    },
  );
  if (protocolVersion !== PROTOCOL_VERSION)
    throw new Error(
      `the agent speaks version ${protocolVersion} of ACP, and this program ${PROTOCOL_VERSION}`,
    );
  const at: NewSessionRequest = { cwd: world.cwd, mcpServers: serversOf(task, world) };
  // Resuming replays nothing; loading replays history before it answers.
  const resumes = (agentCapabilities?.sessionCapabilities?.resume ?? null) !== null;
  const again = resumes || agentCapabilities?.loadSession === true;
  const back = (sessionId: string) =>
    resumes
      ? agent.request(methods.agent.session.resume, { ...at, sessionId })
      : agent.request(methods.agent.session.load, { ...at, sessionId });
  const { resume } = task;
  const old = resume !== null && again ? await back(resume).catch(() => null) : null;
  const session =
    old === null || resume === null
      ? await agent.request(methods.agent.session.new, at)
      : { ...old, sessionId: resume };
  const { sessionId, configOptions } = session;
  const name =
    agentInfo === undefined || agentInfo === null ? "" : `${agentInfo.name} ${agentInfo.version}`;
  tell({
    type: "started",
    agent: name,
    conversation: again ? sessionId : null,
    resumed: old !== null,
  });
  return { sessionId, options: configOptions ?? [] };
};

const faultOf = (error: unknown): AcpEvent => {
  const text = errorText(error);
  const data =
    error instanceof RequestError && error.data !== undefined
      ? ` ${JSON.stringify(error.data).slice(0, 2_000)}`
      : "";
  return {
    type: "fault",
    code: error instanceof RequestError ? error.code : null,
    text: `${text}${data}`,
  };
};

/** Runs one turn to its end and reports the outcome; true: the agent ended it itself. `world.stop` cancels it. */
export const playTurn = async (
  stream: Stream,
  task: AcpTask,
  brief: string,
  world: World,
  tell: Tell,
): Promise<boolean> => {
  let current: string | null = null;
  const connection = client({ name: "cairn" })
    .onNotification(methods.client.session.update, ({ params: { sessionId, update } }) => {
      // Updates before the prompt are history: a loaded session is replayed.
      if (current === null) return;
      const event =
        sessionId === current
          ? eventOf(update)
          : ({ type: "foreign", conversation: sessionId } as const);
      if (event !== null) tell(event);
    })
    .onRequest(
      methods.client.session.requestPermission,
      ({ params: { sessionId, options, toolCall } }) => {
        const chose = sessionId !== current || world.stop.aborted ? null : permit(options);
        tell({ type: "permission", title: toolCall.title ?? "", chose: chose?.kind ?? null });
        return {
          outcome:
            chose === null
              ? { outcome: "cancelled" }
              : { outcome: "selected", optionId: chose.optionId },
        };
      },
    )
    .connect(stream);
  const { agent } = connection;
  const cancel = (): void => {
    if (current !== null)
      agent.notify(methods.agent.session.cancel, { sessionId: current }).catch(() => undefined);
  };
  try {
    const { sessionId, options } = await enter(agent, task, world, tell);
    if (task.model !== null) await setModel(agent, sessionId, options, task.model);
    current = sessionId;
    world.stop.addEventListener("abort", cancel, { once: true });
    if (world.stop.aborted) throw new Error("stopped before it began");
    const { stopReason } = await agent.request(methods.agent.session.prompt, {
      sessionId,
      prompt: [{ type: "text", text: brief }],
    });
    tell({ type: "ended", reason: stopReason });
    return stopReason === "end_turn";
  } catch (error) {
    const ended = {
      type: "fault",
      code: null,
      text: "the agent ended before its turn did",
    } as const;
    if (!world.stop.aborted) tell(connection.signal.aborted ? ended : faultOf(error));
    return false;
  } finally {
    world.stop.removeEventListener("abort", cancel);
    connection.close();
  }
};
