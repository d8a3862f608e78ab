// Lies by the user's own secrets: a job that finds one in its environment can act as its user elsewhere.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Lie } from "./lie.ts";
import type { Scene } from "./scene.ts";
import { good, lied } from "./places-scene.ts";

const variables = {
  DEPLOY_TOKEN: "value-1",
  SHOP_DB: "postgres://shop:s3cr3t-8f2kd9@db.example/shop",
};

/** All three look within one run. */
const looked = async (scene: Scene): Promise<{ readonly told: string; readonly seen: string }> => {
  const seen = join(scene.handed, "seen");
  const look = (by: string): string =>
    `echo ${by} read \${DEPLOY_TOKEN-}\${SHOP_DB-nothing} >> ${seen}`;
  Object.assign(process.env, variables);
  try {
    const { said } = await lied(
      scene,
      `${look("agent")}; ${good}`,
      `sh -c '${look("check")}; grep -q good work.txt'`,
      { setup: { argv: ["sh", "-c", `${look("setup")}; mkdir -p vendor`], makes: ["vendor"] } },
    );
    const told = /no job gets [^;(]*/u.exec(said)?.[0].trim() ?? said;
    return { told, seen: readFileSync(seen, "utf8") };
  } finally {
    for (const one of Object.keys(variables)) delete process.env[one];
  }
};
let once: ReturnType<typeof looked> | null = null;

const reads = (who: "agent" | "setup" | "check"): Lie => ({
  lie: `by ${who === "agent" ? "an agent" : `what a ${who} runs`}: secrets in the environment of \`cairn run\` are read, one known by its name, one by its value`,
  at: "planning",
  counts: "checked",
  happens:
    "no job gets a variable that looks like a secret, unless the configuration names it; who gets which is said at the start",
  sees: `no job gets DEPLOY_TOKEN, SHOP_DB; ${who} read nothing`,
  async tell(scene) {
    const { told, seen } = await (once ??= looked(scene));
    return `${told}; ${seen.split("\n").find((line) => line.startsWith(who)) ?? ""}`;
  },
});

export const bySecrets: readonly Lie[] = (["agent", "setup", "check"] as const).map(reads);
