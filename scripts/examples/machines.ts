// The example of the guide's page on several machines: two clones with a home each, one ledger in PostgreSQL.
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { postgresMissing, startPostgres } from "../../test/postgres/server.ts";
import type { Desk } from "./desk.ts";
import type { Story } from "./stories.ts";

const goal = "Count quantities, add slugs and a CSV export";

/** A repository that both clone; the configuration in it names the ledger. */
const clones = async ({ folder, root, edit, git }: Desk, ledger: string): Promise<string> => {
  edit(
    "cairn.config.json",
    "{",
    `{\n  "ledger": ${JSON.stringify(ledger)},\n  "git": { "remote": "origin" },`,
  );
  await git("commit", "--quiet", "--all", "--message", "Share the ledger");
  const origin = join(folder, "origin.git");
  await git("clone", "--quiet", "--bare", root, origin);
  await git("remote", "add", "origin", origin);
  await git("fetch", "--quiet");
  await git("branch", "--quiet", "--set-upstream-to=origin/main");
  const other = join(folder, "tower/tiny-shop");
  mkdirSync(join(folder, "tower"));
  await git("clone", "--quiet", origin, other);
  return other;
};

export const machines: Story = {
  name: "machines",
  pages: ["docs/guide/machines.md"],
  missing: postgresMissing,
  tell: async (desk) => {
    const server = await startPostgres({ settings: ["fsync=off"] });
    try {
      const { folder, root, seat } = desk;
      const other = await clones(desk, `${server.database()}?project=shop`);
      const at = (name: string, place: string, home: string) =>
        seat({
          prompt: `${name}$`,
          root: place,
          env: {
            HOME: home,
            XDG_CONFIG_HOME: join(folder, ".config"),
            CAIRN_ULTRAWORK_HOME: undefined,
          },
        });
      const laptop = at("laptop", root, folder);
      const tower = at("tower", other, join(folder, "tower"));
      const begun = await laptop(
        ["run", "ultrawork", goal, "--session", "cart", "--serve", "explorer,planner,checks"],
        [3],
        /^(?:the project|run|…|waits)/u,
      );
      const approve = await tower(["decide", "approve-1", "approve"]);
      const work = await tower(["run"]);
      return { plan: begun, work: [approve, work].join("\n\n"), after: await laptop(["merge"]) };
    } finally {
      server.remove();
    }
  },
};
