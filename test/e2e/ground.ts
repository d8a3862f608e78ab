// The user's side of a desk's repository: git in it, its bytes, the run's branch, and the configuration.
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { TestContext } from "node:test";
import type { Desk } from "./desk.ts";

export type Rooted = Pick<Desk, "root">;

/** As the user. */
export const git = ({ root }: Rooted, ...words: readonly string[]): string =>
  execFileSync("git", ["-c", "user.name=Ana", "-c", "user.email=ana@example.org", ...words], {
    cwd: root,
    encoding: "utf8",
  });

/** The run's branch; of several a line each. */
export const branchOf = (here: Rooted): string =>
  git(here, "for-each-ref", "--format=%(refname:short)", "refs/heads/cairn/").trim();

/** All that a user has in the checkout, by its bytes, git's index and HEAD with it. */
export const checkoutOf = ({ root }: Rooted): Readonly<Record<string, string>> =>
  Object.fromEntries(
    [
      ".git/HEAD",
      ".git/index",
      ".git/refs/heads/master",
      ...readdirSync(root).filter((name) => name !== ".git" && name !== ".cairn"),
    ]
      .filter((name) => existsSync(join(root, name)) && statSync(join(root, name)).isFile())
      .map((name) => [name, readFileSync(join(root, name), "hex")]),
  );

export const configured = ({ root }: Rooted, config: object): void =>
  writeFileSync(join(root, "cairn.config.json"), JSON.stringify(config));

/** Places lie beside the repository until the test ends. */
export const placesBeside = (t: TestContext, { folder }: Pick<Desk, "folder">): void => {
  const before = process.env["CAIRN_PLACES"];
  process.env["CAIRN_PLACES"] = join(folder, "places");
  t.after(() => {
    if (before === undefined) delete process.env["CAIRN_PLACES"];
    else process.env["CAIRN_PLACES"] = before;
  });
};

export type Event = { readonly type: string; readonly data: Readonly<Record<string, unknown>> };
/** All that a run's record holds. */
export const eventsOf = async ({ ends }: Desk, run = "s"): Promise<readonly Event[]> =>
  (await ends(0, ["log", run, "--json"])).out
    .trim()
    .split("\n")
    .map((line) => {
      const { type, data } = JSON.parse(line);
      return { type: String(type), data };
    });
