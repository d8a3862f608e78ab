// Seams of the bundle: a hand-made choice of the modules that belong in one file.
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { driverNames } from "../../src/runtime/config/agents.ts";

/** The module with which the program begins; what can be reached only through it lies in the first part. */
export const entry = "src/cli/main.ts";

const among = (folder: string, ...names: readonly string[]): readonly string[] =>
  names.map((name) => `src/${folder}/${name}.ts`);

type Part = readonly [part: string, modules: readonly string[]];

/** Of each protocol its rules, which showing a run needs, and what reads documents; beside them what several of those readers share. */
const protocols = (top: string): readonly Part[] => {
  const names = readdirSync(join(top, "src/protocols"));
  const documents = names.map((name): Part => {
    const readers = [
      "admit/edits",
      "check/check",
      "read/read",
      "read/reading",
      "library",
      "found",
      "adopt",
      "check",
      "edits",
    ];
    const modules = among(`protocols/${name}`, ...readers);
    return [`${name}-documents`, modules.filter((module) => existsSync(join(top, module)))];
  });
  const modulesIn = (folder: string): readonly string[] =>
    readdirSync(join(top, folder), { recursive: true, encoding: "utf8" })
      .filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts"))
      .map((file) => `${folder}/${file}`);
  const beside = [...among("work", "judging"), ...among("kit", "check/hollow")];
  const model = [...modulesIn("src/work"), ...modulesIn("src/kit/check")].filter(
    (file) => !beside.includes(file),
  );
  return [
    ...names.map((name): Part => [name, among(`protocols/${name}`, "index")]),
    ...documents,
    ["model", model],
    // A protocol may read its JSON documents at every look.
    ["fields", among("kit", "document/fields", "document/keys-reader")],
    ["documents", [...documents.flatMap(([, modules]) => modules), ...among("kit", "edit-door")]],
  ];
};

const runner = [
  ...among("cli", "run/live-lines"),
  ...among("cli/commands", "run"),
  ...among("cli", "notify/notifier"),
  ...among("runtime", "runner/drive", "runner/interrupt"),
  ...among("workspace", "programs-used", "spool/hold", "notices"),
];
/** What runs programs: the host of a job, and what prepares one. */
const host = [
  "src/host.ts",
  ...among("core", "secrets/secret-variables"),
  ...among("workspace", "run-slots", "spool/ends-of"),
  ...among(
    "runtime",
    "agents/fence-here",
    "host/child",
    "host/empty-tree",
    "host/env",
    "host/fence-for",
    "host/hands",
    "host/kept-output",
    "host/ledger-away",
    "host/make-ready",
    "jobs/default-outcomes",
  ),
];
const agents = [...among("agents", ...driverNames), ...among("core", "agents/refused-program")];
const writes = among("ledger", "sqlite/create", "sqlite/rescue", "sqlite/still");
const checks = among("runtime", "host/checks", "checks/check-here");
const care = [
  ...among("cli/commands", "adopt", "check", "doctor", "export", "restore", "verify"),
  ...among(
    "runtime",
    "adoption/adopt",
    "adoption/check",
    "care/doctor",
    "care/export",
    "care/restore",
    "adoption/strays",
  ),
  ...among("runtime", "care/verify"),
];
const desk = [
  ...among("cli/commands", "setup-agents", "demo", "init", "notify", "schema"),
  ...among("cli/commands", "template", "template-compose"),
  ...among("cli", "help/alone", "help/help"),
  ...among("runtime", "start/templates"),
];
const lists = [
  ...among("cli", "text/list-text", "pick/gone"),
  ...among("core", "words/time-left"),
  ...among("runtime", "find-missed"),
];
const hooks = [...among("cli/hooks", "settings", "run"), ...among("hooks", "run", "settings")];
const completion = among("cli/commands", "setup-completion");
const mcp = [...among("cli/commands", "mcp"), ...among("mcp", "stdio", "http")];
const serve = [
  ...among("workspace", "servers"),
  ...among("cli/commands", "serve"),
  ...among("http", "serve"),
  ...among("runtime", "start/options"),
];
const door = among("cli", "door");
const places = among("workspace", "places/open-places");
const fence = among("workspace", "fence/open-fences");
const work = [
  ...among("cli/commands", "decide", "send", "life", "job", "evidence", "job-check", "note"),
  ...among("cli/commands", "diff", "job-output", "pr", "merge", "drop", "watch"),
  ...among("cli", "text/delivery-text", "who", "run/way", "run/new-run", "terminal/keyboard"),
  ...among("cli/watch", "screen"),
  ...among(
    "runtime",
    "views/asked-decision",
    "jobs/brief",
    "config/notify",
    "send",
    "start/start",
    "claims/claim",
    "claims/hand-in",
    "claims/token",
    "send/decide",
    "checks/check-again",
    "send/children",
    "delivery/delivery",
    "checks/recheck",
    "files/former-folder",
    "jobs/stop-job",
    "agents/unknown-agent",
  ),
  ...among(
    "runtime",
    "landing/by-file",
    "files/edits",
    "rendered",
    "agents/installed",
    "agents/lacks",
    "agents/fence-here",
    "carry/bring",
    "output/outputs",
  ),
  ...among(
    "workspace",
    "aside",
    "claims",
    "documents",
    "found",
    "ledgers",
    "project",
    "own-files",
    "project/move",
    "transcripts",
    "spool/make",
    "spool/handed",
  ),
  ...among(
    "workspace/git",
    "anchors",
    "commit-view",
    "commits",
    "contents",
    "disk-refused",
    "git",
    "span",
    "unstarted",
  ),
  ...among("workspace/places", "open-places"),
];

/**
 * The parts beside the first, each with the modules at which it is entered by an `import()`. Few: each file that is opened costs half a millisecond.
 * What such a module alone needs comes with it; what several parts need lies in the part that all of them are reached through.
 */
export const seams = (top: string): ReadonlyMap<string, readonly string[]> =>
  new Map([
    ...protocols(top),
    // Where work stands: each look at a run folds it, and none at a list does.
    [
      "work-rules",
      [
        ...among(
          "landing",
          "with-work",
          "bent",
          "shown",
          "commands",
          "events",
          "trials",
          "jobs",
          "lane",
          "limits",
          "red-causes",
        ),
        ...among("core", "reports/report-block"),
        ...among(
          "budget",
          "with-budget",
          "commands",
          "events",
          "jobs",
          "spent",
          "amounts",
          "counted",
        ),
        ...among("steering", "with-steering"),
        // What the rules of all protocols share.
        ...among("work", "judging"),
        ...among(
          "kit",
          "schema",
          "checks",
          "about",
          "check/hollow",
          "configured",
          "document/remarks",
          "findings",
          "json-schema",
          "aspect",
          "command",
          "document/keys",
          "document/keys-schema",
          "event",
          "extras",
          "lifecycle",
          "maker",
          "protocol",
          "rules",
          "telling",
        ),
        ...among(
          "core",
          "rules/ahead",
          "checks/lock-files",
          "reports/attempt-end",
          "agents/usage",
          "checks/argv",
          "checks/check-files",
          "rules/decision",
          "documents/folder-name",
          "json/json",
          "reports/last-words",
          "reports/misfit",
          "json/places",
          "rules/run-status",
          "json/splice",
          "reports/unread",
          "checks/zero-tests",
        ),
        ...among("runtime", "jobs/judge", "views/proven", "views/timeline"),
        ...among("workspace", "usage"),
      ],
    ],
    // Read only where there is a configuration file.
    ["config", among("runtime/config", "agents", "fence", "fields", "read", "schema")],
    // What records and what reads documents needs it, and no look does.
    ["redact", [...among("core", "secrets/redact"), ...among("runtime", "shelf/stays")]],
    [
      "postgres",
      [
        ...among("ledger", "postgres", "postgres/address"),
        ...among("runtime", "shelf/kept", "files/documents"),
      ],
    ],
    ["runner", runner],
    ["host", host],
    ["agents", agents],
    // Who writes to the ledger, a host among them, needs no more of the work than this.
    ["writes", writes],
    // An agent's host runs none.
    ["checks", checks],
    ["care", care],
    ["desk", desk],
    ["completion", completion],
    ["mcp", mcp],
    ["serve", serve],
    // A look at all runs, and a start, need nothing else of the desk.
    ["lists", lists],
    ["prompts", among("cli", "terminal/prompts")],
    ["door", door],
    // How a call from inside a fence and its host speak with each other.
    ["frames", [...door, ...host]],
    ["places", places],
    ["fence", fence],
    ["hooks", hooks],
    // Settings files of the user's own are written by these alone.
    ["setup", [...desk, ...hooks, ...among("cli", "init/propose")]],
    // Those lie within it: what they share is no matter of who only looks.
    [
      "work",
      [
        ...work,
        ...runner,
        ...host,
        ...agents,
        ...writes,
        ...checks,
        ...care,
        ...desk,
        ...lists,
        ...completion,
        ...mcp,
        ...serve,
        ...places,
        ...fence,
        ...door,
      ],
    ],
  ]);
