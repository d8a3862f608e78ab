// The table of lies that a job could tell about itself by what it does to its user's machine, each as a script.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { inherited, type Scene } from "./scene.ts";

export type Way = {
  readonly what: string;
  readonly script: (scene: Scene) => string;
  /** Laid out before; by paths in the scene's folder. */
  readonly there?: Readonly<Record<string, string>>;
  /** Whether it got what it wanted. */
  readonly through: (scene: Scene, out: string) => boolean;
  /** Its standard input, by a path in the scene's folder. */
  readonly input?: string;
  /** It works in the user's checkout. */
  readonly checkout?: boolean;
};

const record = "shop/.git/cairn/ledger.db";
const reads = (text: string) => (_: Scene, out: string) => out.includes(text);
const holds = (path: string, text: string) => (scene: Scene) => {
  const at = join(scene.folder, path);
  return existsSync(at) && readFileSync(at, "utf8").includes(text);
};
const lost = (path: string) => (scene: Scene) => !existsSync(join(scene.folder, path));

/** All of its descriptors, roots and working folders of whatever process can be seen. */
const roundabout = (path: string): string =>
  `for p in /proc/[0-9]* /proc/self /proc/thread-self; do cat $p/root${path} $p/cwd/../../../../..${path}; for d in $p/fd/*; do cat $d/${path.slice(path.lastIndexOf("/cairn-fence-") + 1)}; done; done`;

export const toTheRecord: readonly Way[] = [
  {
    what: "the record is read",
    script: ({ root }) => `cat ${root}/.git/cairn/ledger.db`,
    through: reads("the record"),
  },
  {
    what: "the record is read by another name of its folder",
    script: ({ root }) => roundabout(`${root}/.git/cairn/ledger.db`),
    through: reads("the record"),
  },
  {
    what: "the record is written",
    script: ({ root }) => `echo forged >> ${root}/.git/cairn/ledger.db`,
    through: holds(record, "forged"),
  },
  {
    what: "the record is linked into the place, and written there",
    script: ({ root }) => `ln ${root}/.git/cairn/ledger.db mine && cat mine && echo forged >> mine`,
    through: holds(record, "forged"),
  },
  {
    what: "another record is put in its place",
    script: ({ root }) =>
      `mkdir -p own && echo forged > own/ledger.db && mv ${root}/.git/cairn ${root}/aside; mv own ${root}/.git/cairn`,
    through: holds(record, "forged"),
  },
  {
    what: "the git directory is moved away with the record in it, and another one put in its place",
    script: ({ root }) =>
      `mv ${root}/.git ${root}/aside; mkdir -p ${root}/.git/cairn; echo forged > ${root}/.git/cairn/ledger.db`,
    through: holds(record, "forged"),
  },
  {
    what: "the record is removed",
    script: ({ root }) => `rm -rf ${root}/.git/cairn`,
    through: lost(record),
  },
  {
    what: "an exit is forged in the host's spool",
    there: { "shop/.git/cairn/spool/r/1/exit.json": "{}" },
    script: ({ root }) => `echo forged > ${root}/.git/cairn/spool/r/1/exit.json`,
    through: holds("shop/.git/cairn/spool/r/1/exit.json", "forged"),
  },
  {
    what: "the file that is its standard input is written by its descriptor",
    there: { "shop/.git/cairn/spool/r/1/brief.md": "the brief" },
    input: "shop/.git/cairn/spool/r/1/brief.md",
    script: () => "cat; echo forged > /proc/self/fd/0",
    through: holds("shop/.git/cairn/spool/r/1/brief.md", "forged"),
  },
  {
    what: "a folder that its caller had open is used",
    script: ({ root }) =>
      `cat /proc/self/fd/${inherited}/${root.slice(root.indexOf("cairn-fence-"))}/.git/cairn/ledger.db`,
    through: reads("the record"),
  },
];

const others = "places/shop/slots/b/tree/work.txt";
export const toOthers: readonly Way[] = [
  {
    what: "another job's place is read",
    there: { [others]: "another's" },
    script: ({ folder }) => `cat ${folder}/${others} ../../*/tree/work.txt`,
    through: reads("another's"),
  },
  {
    what: "another job's place is written",
    there: { [others]: "another's" },
    script: ({ folder }) => `echo forged > ${folder}/${others}`,
    through: holds(others, "forged"),
  },
  {
    what: "its own place is replaced by a link to the user's home",
    script: ({ place, home }) =>
      `mv ${place} ${place}-old; ln -s ${home} ${place}; mv ${place}/.. ${place}/../../a-old; ln -s ${home} ${place}`,
    through: ({ place }) => !existsSync(place) || existsSync(join(place, ".ssh")),
  },
  { what: "a key is read", script: ({ home }) => `cat ${home}/.ssh/id`, through: reads("a key") },
  {
    what: "a key is read by another name",
    script: ({ home }) => roundabout(`${home}/.ssh/id`),
    through: reads("a key"),
  },
  {
    what: "a key is copied by its folder",
    script: () => "cp -r ~/.ssh own; cat own/id; tar c -C ~ .ssh",
    through: reads("a key"),
  },
  {
    what: "a key of the user's own is put among those that log in",
    there: { "home/.ssh/authorized_keys": "" },
    script: () => "echo forged >> ~/.ssh/authorized_keys",
    through: holds("home/.ssh/authorized_keys", "forged"),
  },
];

/** What others would run, read or believe once the job is over. */
const tomorrow: Readonly<Record<string, string>> = {
  "a git hook": "shop/.git/hooks/pre-commit",
  "a setting of the repository": "shop/.git/config",
  "a ref of the repository": "shop/.git/refs/heads/main",
  "a setting of git": "home/.gitconfig",
  "what a shell begins with": "home/.bashrc",
  "what a login begins with": "home/.profile",
  "a program that starts with the desktop": "home/.config/autostart/x.desktop",
  "a unit of systemd": "home/.config/systemd/user/x.service",
  "a program on the PATH": "home/.local/bin/git",
  "a program of the checkout": "shop/node_modules/.bin/tsc",
  "a setting of npm": "home/.npmrc",
  "a package in npm's cache": "home/.npm/_cacache/x",
  "a package in pip's cache": "home/.cache/pip/x",
  "a setting of Cairn": "shop/cairn.config.json",
  "an agent's setting": "home/.claude/settings.json",
  "an agent's hook": "home/.codex/config.toml",
};
export const forTomorrow: readonly Way[] = Object.entries(tomorrow).map(([what, path]) => ({
  what: `${what} is planted`,
  there: { [path]: "" },
  script: ({ folder }) =>
    `echo planted >> ${folder}/${path}; echo planted > new; mv -f new ${folder}/${path}`,
  through: holds(path, "planted"),
}));
