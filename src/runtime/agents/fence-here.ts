// Check whether this machine supports the configured sandbox, before anything begins.
import { Fault } from "../../core/refusal.ts";
import type { FenceHere } from "../../workspace/workspace.ts";
import type { Engine } from "../engine.ts";

type Asked = Pick<Engine, "config" | "workspace">;
type None = Extract<FenceHere, { is: "none" }>;
type Lacking = Pick<None, "why" | "mend">;

const here = async ({ config, workspace }: Asked): Promise<FenceHere | null> =>
  config.fence.use === "off" ? null : (await workspace.fences()).here();

/** Why a wanted sandbox is missing, even if optional; null: none is missing. */
export const fenceLacking = async (asked: Asked): Promise<None | null> => {
  const found = await here(asked);
  return found?.is === "none" ? found : null;
};

/** null: none wanted. Fault FENCE_MISSING: required but unavailable on this system. */
export const fenceHere = async (asked: Asked): Promise<FenceHere | null> => {
  const found = await here(asked);
  if (found?.is === "none" && asked.config.fence.use === "required")
    throw new Fault(
      "FENCE_MISSING",
      `the configuration requires a fence, but ${found.why}`,
      `${found.mend}; or set \`fence\` to "auto"`,
    );
  return found;
};

/** Why the user's caches aren't served within the sandbox; null: they are, or there is none. */
export const overlaysLacking = async ({ config, workspace }: Asked): Promise<Lacking | null> => {
  const found = config.fence.use === "off" ? null : await (await workspace.fences()).overlays();
  return found?.is === "none" ? found : null;
};

/** The consequences of a missing sandbox. */
export const lackingWords = ({ config }: Asked): string =>
  config.fence.use === "required"
    ? "nothing can run, since the configuration requires a fence"
    : "agents and checks run unfenced, and may do what you may";

/** The same with reason and remedy; null: there is a sandbox. Reports a disabled one as well. */
export const unfencedWords = async (asked: Asked): Promise<string | null> => {
  if (asked.config.fence.use === "off")
    return `${lackingWords(asked)}: \`fence\` is "off" (\`cairn help fence\`)`;
  const lacking = await fenceLacking(asked);
  return lacking === null ? null : `${lackingWords(asked)}: ${lacking.why}; ${lacking.mend}`;
};

/** What the configuration opens in the sandbox, which may come from a foreign repository; null: nothing. */
const openedWords = async ({
  config: { fence },
  workspace,
  resolve,
  base,
}: Engine): Promise<string | null> => {
  const { shows, writes, network } = fence;
  if (fence.use === "off" || (writes.length + shows.length === 0 && !network)) return null;
  const there = await Promise.all(writes.map((path) => workspace.isFolder(resolve(base, path))));
  const open = writes.filter((_, at) => there[at] === true);
  const gone = writes.filter((_, at) => there[at] !== true);
  return [
    ...(open.length === 0 ? [] : [`jobs may write ${open.join(", ")}`]),
    ...(shows.length === 0 ? [] : [`jobs may read ${shows.join(", ")}`]),
    ...(gone.length === 0
      ? []
      : [
          `${gone.join(", ")} ${gone.length === 1 ? "isn't there and can't be written: make it" : "aren't there and can't be written: make them"}`,
        ]),
    ...(network ? ["checks reach the network"] : []),
  ].join("; ");
};

/** A notice for the user before anything begins; null: none. Fault FENCE_MISSING. */
export const fenceNote = async (engine: Engine): Promise<string | null> => {
  await fenceHere(engine);
  const unfenced = await unfencedWords(engine);
  if (unfenced !== null) return unfenced;
  const opened = await openedWords(engine);
  return opened === null ? null : `within the fence (cairn.config.json, \`fence\`) ${opened}`;
};
