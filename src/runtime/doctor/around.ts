// Doctor kinds around a run: missing agents or fence, runs in one tree, unknown folders.
import { takesOver } from "../../core/adopt-words.ts";
import { agentFor, type Config, configOfRun } from "../config.ts";
import { unknownOptions } from "../config/options.ts";
import { groundOf } from "../engine.ts";
import { fenceLacking, lackingWords, overlaysLacking } from "../fence-here.ts";
import { secretsWords } from "../held-back.ts";
import { readLog } from "../fold.ts";
import { rolesOf } from "../roles.ts";
import { missingFor } from "../runner/agents.ts";
import { type Symptom, note, problem, type RunKind, type WholeKind } from "./kind.ts";

const isLive = (life: string): boolean => life === "live" || life === "paused";

/** The file that configures its agent. */
const fileOf = ({ personal }: Config, agent: string | null): string =>
  agent !== null && personal?.agents.includes(agent) === true
    ? personal.path
    : "cairn.config.json of this repository";

export const agentMissing: RunKind = {
  kind: "agent-missing",
  async look(at) {
    const { engine } = at.driving;
    const seen = await at.look();
    if (!isLive(seen.life)) return [];
    const { protocol, state } = at.folded;
    const config = configOfRun(engine.config, state);
    const found: Symptom[] = [];
    for (const role of rolesOf(at.folded, seen.jobs)) {
      // A role without an agent is a valid choice: its jobs can be claimed by hand.
      const agent = role.program === undefined ? agentFor(config, protocol.name, role.name) : null;
      if (role.program === undefined && agent === null) continue;
      const why = await missingFor(engine, at.folded, role);
      if (why === null) continue;
      const ways = [
        ...(role.program === undefined
          ? [`install it or mend its argv in ${fileOf(config, agent)}`, 'give the role to "hand"']
          : []),
        ...(role.otherwise === undefined ? [] : [role.otherwise]),
      ];
      const text = role.program === undefined ? `role ${role.name}: ${why}` : why;
      found.push(problem(role.name, text, ways.join(", or ")));
    }
    return found;
  },
};

export const fenceMissing: WholeKind = {
  kind: "fence-missing",
  async look({ parts: { engine } }) {
    const lacking = await fenceLacking(engine);
    if (lacking === null) return [];
    const severity = engine.config.fence.use === "required" ? "error" : "note";
    return [
      {
        subject: "fence",
        severity,
        text: `${lackingWords(engine)}: ${lacking.why}`,
        fits: lacking.mend,
      },
    ];
  },
};

export const cachesCold: WholeKind = {
  kind: "caches-cold",
  async look({ parts: { engine } }) {
    const lacking = await overlaysLacking(engine);
    return lacking === null
      ? []
      : [
          note(
            "fence",
            `jobs don't have your caches, and compile and fetch anew: ${lacking.why}`,
            lacking.mend,
          ),
        ];
  },
};

/** As `cairn run` has them here, and registries' logins that setup may need. */
export const secretsHeld: WholeKind = {
  kind: "secrets-held",
  async look({ parts: { engine } }) {
    const { fence, ready } = engine.config;
    const said = await secretsWords(engine);
    const { read } =
      fence.use === "off"
        ? { read: [] }
        : (await engine.workspace.fences()).keys(engine.base, ready.setup?.argv ?? []);
    return [
      ...(said === null
        ? []
        : [
            note(
              "variables",
              said,
              "name what jobs need in `fence.passes` of cairn.config.json, for one agent in its `passes`",
            ),
          ]),
      ...(read.length === 0 || fence.shows.length > 0
        ? []
        : [
            note(
              "files",
              `setup doesn't see ${read.join(", ")}`,
              "if it needs a login there, name the file in `fence.shows` of cairn.config.json",
            ),
          ]),
    ];
  },
};

/** A run that begins is refused for it; those that began go on. */
export const configUnknown: WholeKind = {
  kind: "config-unknown",
  async look({ parts: { engine } }) {
    const loaded = await Promise.all(engine.protocols.map((name) => engine.protocol(name)));
    return loaded
      .flatMap((protocol) =>
        protocol === undefined ? [] : unknownOptions(engine.config, protocol),
      )
      .map((text) => problem(text, text, "mend that place, or take it out"));
  },
};

/** Besides the runs' own folders; a home shared by several repositories holds theirs, too. */
export const folderUnknown: WholeKind = {
  kind: "folder-unknown",
  async look({ cards, parts, folded }) {
    const { engine } = parts;
    const remains = await engine.workspace.remains();
    const known = new Set<string>();
    const parents = new Map<string, string>();
    for (const card of cards) {
      const state = await folded(card);
      const folder = state === null ? null : groundOf(engine, state).place;
      if (state === null || folder === null) continue;
      known.add(folder);
      // The protocol's own survey covers such folders, and more.
      if (state.protocol.survey !== undefined) continue;
      const parent = folder.slice(0, folder.lastIndexOf("/"));
      if (parents.has(parent)) continue;
      const files = Object.keys(
        state.protocol.write(state.state, await readLog(engine, card.run, state.version)),
      );
      const top = files.find((path) => !path.includes("/") && path.endsWith(".json"));
      if (top !== undefined) parents.set(parent, top);
    }
    const found: Symptom[] = [];
    for (const [parent, file] of parents) {
      for (const name of await remains.foldersWith(parent, file)) {
        const folder = `${parent}/${name}`;
        if (known.has(folder)) continue;
        const text = `${folder} holds a ${file}, and no run of this ledger has it`;
        found.push(note(folder, text, `${takesOver(folder)}, if it isn't another ledger's`));
      }
    }
    return found;
  },
};

/** Problems found by the protocol itself, each with its own kind. */
export const diagnosis: RunKind = {
  kind: "",
  async look({ driving, folded, log }) {
    const { protocol, state } = folded;
    if (protocol.diagnostics === undefined) return [];
    return protocol.diagnostics(state, {
      agentFor: (role) => agentFor(configOfRun(driving.engine.config, state), protocol.name, role),
      at: driving.engine.now(),
      log: await log(),
    });
  },
};
