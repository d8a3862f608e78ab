// Workspace with every kind of run for the page: `node test/web/scene.ts --keep` leaves it open.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { gates, passRoles } from "../fixtures/shop/passes.ts";
import { project } from "../fixtures/shop/project.ts";
import { roles as handers } from "../fixtures/shop/roles.ts";
import { castFiles } from "./cast.ts";
import { type Begun, type Ground, layGround } from "./ground.ts";
import { builtPage } from "./page.ts";
import { passFiles, passPlots } from "./passes.ts";
import { recordedAgent } from "./recorded-agent.ts";
import { plots } from "./plots.ts";

/** Where it is shown. */
export type Address = { readonly url: string; readonly origin: string; readonly token: string };
export type Shown = Address & { readonly server: Begun };
export type Scene = {
  readonly ground: Ground;
  /** The folder of the built page. */
  readonly page: string;
  /** The id of each run by the name of its plot. */
  readonly runs: Readonly<Record<string, string>>;
  /** Begins a server; `port` 0: any. */
  readonly show: (port?: number) => Promise<Shown>;
  readonly end: () => void;
};

/** Where the demo's cart ignores quantities: gates are to be green here. */
const cart =
  "export const total = (items) => items.reduce((sum, item) => sum + item.price * item.quantity, 0);\n";

const config = (): string => {
  const agents = {
    ...Object.fromEntries(
      ["cast", "passes", "roles"].map((name) => [
        name,
        { driver: "scripted", argv: [`{folder}/${name}.mjs`] },
      ]),
    ),
    claude: { driver: "claude-code", argv: ["{folder}/claude"] },
  };
  const roles = {
    ...Object.fromEntries(passRoles.map((role) => [`iterative/${role}`, "passes"])),
    ...Object.fromEntries(handers.map((role) => [`stigmergy/${role}`, "roles"])),
    "*": "cast",
  };
  return `${JSON.stringify({ agents, roles, iterative: { gates } }, null, 2)}\n`;
};

const urlOf = (server: Begun): Promise<string> =>
  new Promise((resolve, reject) => {
    server.heard((line) => {
      const url = /"url": ?"([^"]+)"/u.exec(line)?.[1];
      if (url !== undefined) resolve(url);
    });
    void server.ended.then(({ exit, err }) =>
      reject(new Error(`cairn serve ended with ${exit ?? "a signal"}: ${err}`)),
    );
  });

/** Shows a ground on a built page. */
export const showOf =
  (ground: Ground, page: string): Scene["show"] =>
  async (port = 0) => {
    const server = ground.begin(["serve", "--json", "--port", String(port), "--page", page]);
    const url = new URL(await urlOf(server));
    return {
      url: url.href,
      origin: url.origin,
      token: url.searchParams.get("token") ?? "",
      server,
    };
  };

/** `names`: of plots; all if none is said. `note` is told what is being made. */
export const setScene = async (
  names: readonly string[] | null = null,
  note: (line: string) => void = () => undefined,
): Promise<Scene> => {
  const ground = layGround({ ...project, "src/cart.js": cart, "cairn.config.json": config() });
  try {
    for (const [path, text] of Object.entries({ ...castFiles, ...passFiles }))
      writeFileSync(join(ground.folder, path), text.replaceAll("{folder}", ground.folder));
    writeFileSync(
      join(ground.folder, "claude"),
      recordedAgent().replaceAll("{folder}", ground.folder),
      { mode: 0o755 },
    );
    const page = builtPage(ground.folder);
    const runs: Record<string, string> = {};
    for (const { name, means, tell } of [...passPlots, ...plots].filter(
      (plot) => names === null || names.includes(plot.name),
    )) {
      const since = Date.now();
      runs[name] = await tell(ground);
      note(
        `${name.padEnd(9)} ${runs[name]}  ${means} (${Math.round((Date.now() - since) / 100) / 10} s)`,
      );
    }
    return { ground, page, runs, show: showOf(ground, page), end: ground.end };
  } catch (error) {
    ground.end();
    throw error;
  }
};

if (import.meta.main) {
  const words = process.argv.slice(2).filter((word) => !word.startsWith("--"));
  const scene = await setScene(words.length === 0 ? null : words, console.error);
  const { url } = await scene.show();
  console.log(url);
  if (process.argv.includes("--keep")) {
    console.error(`${scene.ground.root}; Ctrl-C ends and removes it`);
    for (const signal of ["SIGINT", "SIGTERM"] as const)
      process.once(signal, () => {
        scene.end();
        process.exit(0);
      });
  } else scene.end();
}
