// The caller's variables that look like secrets: who gets them, in words for its user.
import { firstOf } from "../../core/words/how-many.ts";
import { heldBack } from "../../core/secrets/secret-variables.ts";
import type { Engine } from "../engine.ts";
import { plainEnv } from "../host/env.ts";
import { keysOf } from "../host/fence-for.ts";

/** `passed`: to all jobs. `named`: to one agent, since the configuration says so. `known`: to one agent, since its driver knows them as its program's keys. */
type Secrets = Readonly<Record<"held" | "passed", readonly string[]>> &
  Readonly<
    Record<"named" | "known", readonly (readonly [agent: string, names: readonly string[]])[]>
  >;

const secretsOf = async (engine: Engine): Promise<Secrets> => {
  const { agents, fence } = engine.config;
  const env = plainEnv(process.env);
  const all = heldBack(env, Object.keys(engine.ledgerEnv ?? {}));
  const shared = all.filter((name) => fence.passes.includes(name));
  const own = await Promise.all(
    Object.entries(agents).map(async ([agent, config]) => {
      const names = new Set(await keysOf(engine, config, env));
      return { agent, config, names: all.filter((one) => names.has(one) && !shared.includes(one)) };
    }),
  );
  const pairs = (isNamed: boolean): Secrets["named"] =>
    own.flatMap(({ agent, config, names }) => {
      const some = names.filter((name) => (config.passes ?? []).includes(name) === isNamed);
      return some.length === 0 ? [] : [[agent, some] as const];
    });
  const got = new Set([...shared, ...own.flatMap(({ names }) => names)]);
  return {
    held: all.filter((name) => !got.has(name)),
    passed: shared,
    named: pairs(true),
    known: pairs(false),
  };
};

const words = ({ held, passed, named }: Secrets, known: Secrets["known"], most: number): string =>
  [
    ...(held.length === 0 ? [] : [`no job gets ${firstOf(held, most)}`]),
    ...(passed.length === 0 ? [] : [`all jobs get ${firstOf(passed, most)}`]),
    ...[...named, ...known].map(
      ([agent, names]) => `agent ${agent} alone gets ${firstOf(names, most)}`,
    ),
  ].join("; ");

const about = "variables that look like secrets";

/** A notice before anything begins, names only; null: no job misses or gets one by the configuration. */
export const heldNote = async (engine: Engine): Promise<string | null> => {
  const said = words(await secretsOf(engine), [], 8);
  return said === "" ? null : `${about}: ${said} (\`fence.passes\`, \`cairn help fence\`)`;
};

/** All of it; null: there is none. */
export const secretsWords = async (engine: Engine): Promise<string | null> => {
  const secrets = await secretsOf(engine);
  const said = words(secrets, secrets.known, Number.POSITIVE_INFINITY);
  return said === "" ? null : `${about}: ${said}`;
};
