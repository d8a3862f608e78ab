// The checks of work and the setup of a checkout in the configuration, and their lines in init's answer.
import { isRecord } from "../../core/json/record.ts";
import { cleanLine } from "../../core/words/clean.ts";
import { checkLine, type Proposed } from "./found.ts";

type Json = Readonly<Record<string, unknown>>;

/** Adds the accepted proposals, unless the configuration has its own. */
export const withChecks = (config: Json, { checks, setup }: Proposed): Json => ({
  ...config,
  ...(checks.length === 0 || config["checks"] !== undefined ? {} : { checks }),
  ...(setup === null || config["setup"] !== undefined ? {} : { setup }),
});

const listed = (value: unknown): readonly string[] =>
  Array.isArray(value)
    ? value.filter(isRecord).map(({ name, argv, cwd }) =>
        checkLine({
          name: String(name),
          argv: Array.isArray(argv) ? argv.map(String) : [],
          ...(typeof cwd === "string" ? { cwd } : {}),
        }),
      )
    : [];

/** How jobs' work reaches the user; null: no run can begin here. */
export type Placed = "merged" | "written" | null;
const ways = {
  merged: "this checkout changes by cairn merge alone",
  written:
    "this folder lies in no git repository: what is proved is written into it at once, and cairn undo takes it back",
} as const;

/** The checks of work, and the setup of a checkout: one line each. */
export const checksLines = (
  config: Json,
  { checks, setup, doubts }: Proposed,
  placed: Placed,
): readonly string[] => {
  const named = [
    ...listed(config["checks"]),
    ...listed(isRecord(config["iterative"]) ? config["iterative"]["gates"] : null),
  ];
  const fits =
    checks.length > 0
      ? `found: ${checks.map(checkLine).join(", ")}`
      : doubts.length > 0
        ? doubts.map(cleanLine).join("; ")
        : "none was found that is surely one";
  const own = isRecord(config["setup"]) ? config["setup"] : {};
  const made = own["argv"];
  const isKept = Array.isArray(own["makes"]) && own["makes"].length > 0;
  const missing =
    placed === "merged" && config["setup"] === undefined && config["place"] === undefined;
  const readied =
    setup === null
      ? `copy it by "place": {"copy": [".env"]}, or make it by "setup" (\`cairn help configuration\`)`
      : `make it by "setup": ${JSON.stringify(setup)}, copy it by "place": {"copy": [".env"]}`;
  return [
    named.length > 0
      ? `  work counts once these pass: ${named.join(", ")}`
      : `  no check is configured: only the checks that a plan names would be run, and of iterative work agents' word would count (${fits}); name yours: "checks": [{"name": "tests", "argv": ["…"]}]`,
    ...(named.length > 0 ? doubts.map((doubt) => `  not proposed: ${cleanLine(doubt)}`) : []),
    ...(placed === null ? [] : [`  jobs work in places of their own; ${ways[placed]}`]),
    ...(Array.isArray(made)
      ? [
          `  a fresh checkout is made ready by: ${cleanLine(made.join(" "))}${isKept ? "" : ", each time anew"}`,
        ]
      : []),
    ...(missing
      ? [
          `  what git ignores (dependencies, .env) isn't there, for jobs and checks alike: ${readied}`,
        ]
      : []),
  ];
};
