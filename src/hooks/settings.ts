// Settings by which agent programs call cairn's hooks, with the names of each program's moments and tools (docs/guide/hooks.md).
import { editing } from "./call.ts";

export type Program = {
  readonly name: string;
  /** Its settings file, from the working tree or from the user's home. */
  readonly file: string;
  /** Tool names of a moment; null: the moment has none. */
  readonly hooks: Readonly<Record<string, string | null>>;
  /** The program's own timeout in its own unit; longer than a hook ever takes. */
  readonly timeout: number;
  /** Manual steps that remain for a person; null: none. */
  readonly besides: string | null;
};

export const programs: readonly Program[] = [
  {
    name: "claude-code",
    file: ".claude/settings.json",
    hooks: { SessionStart: null, PreToolUse: editing.claude.join("|"), Stop: null },
    timeout: 3,
    besides: null,
  },
  {
    name: "codex",
    file: ".codex/hooks.json",
    hooks: { SessionStart: null, PreToolUse: editing.codex.join("|"), Stop: null },
    timeout: 3,
    besides:
      "codex silently skips hooks that are not trusted: type /hooks in codex once, and again whenever they change",
  },
  {
    name: "gemini",
    file: ".gemini/settings.json",
    hooks: { SessionStart: null, BeforeTool: editing.gemini.join("|"), AfterAgent: null },
    timeout: 3_000,
    besides: "gemini runs hooks of a project only where the folder is trusted",
  },
  {
    name: "qwen",
    file: ".qwen/settings.json",
    hooks: { SessionStart: null, PreToolUse: editing.qwen.join("|"), Stop: null },
    timeout: 3,
    besides: null,
  },
];

/** How `cairn` is typed, and a test of whether it is there. */
export type Typed = { readonly typed: string; readonly found: string };

/** The shell command of a hook. It does nothing outside of jobs, if the program is missing or if CAIRN_HOOKS is off, and never fails the agent. */
export const commandFor = ({ typed, found }: Typed, event: string): string =>
  `[ -z "\${CAIRN_TOKEN-}" ] || [ "\${CAIRN_HOOKS-}" = off ] || ! ${found} || ${typed} setup hooks run ${event} || :`;

/** What the program's settings file holds beside whatever else stands there. */
export const settingsFor = ({ hooks, timeout }: Program, cairn: Typed) => ({
  hooks: Object.fromEntries(
    Object.entries(hooks).map(([event, matcher]) => [
      event,
      [
        {
          ...(matcher === null ? {} : { matcher }),
          hooks: [{ type: "command", command: commandFor(cairn, event), timeout }],
        },
      ],
    ]),
  ),
});
