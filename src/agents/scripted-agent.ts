// Program of the scripted agent: `scripted-agent SCRIPT ABOUT`, brief on standard input.
import { text } from "node:stream/consumers";
import { errorText } from "../core/error-text.ts";
import { type About, readScript } from "./script.ts";
import { play } from "./scripted-steps.ts";

const aboutOf = (given: string | undefined): About => {
  const value: unknown = JSON.parse(given ?? "null");
  const part = (name: string): string => {
    const found: unknown =
      typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
    return typeof found === "string" ? found : "";
  };
  return {
    role: part("role"),
    unit: part("unit"),
    job: part("job"),
    tier: part("tier"),
    run: part("run"),
  };
};

/** Values of the brief's lines `NAME: value`, the first of each name. */
const namesIn = (brief: string): ReadonlyMap<string, string> => {
  const names = new Map<string, string>();
  for (const [, name = "", value = ""] of brief.matchAll(/^([A-Z][A-Z0-9_]*): (.*)$/gmu))
    if (!names.has(name)) names.set(name, value.trim());
  return names;
};

const print = (out: string): Promise<void> =>
  new Promise((resolve) => {
    process.stdout.write(out, () => resolve());
  });

const brief = await text(process.stdin);
const names = namesIn(brief);
const fill = (from: string): string =>
  from.replace(/\{([A-Z][A-Z0-9_]*)\}/gu, (whole, name: string) => names.get(name) ?? whole);
try {
  const [, , script = "", about] = process.argv;
  for (const step of await readScript(script, aboutOf(about), brief))
    await play(step, { fill, print });
  process.exit(0);
} catch (error) {
  process.stderr.write(`scripted agent: ${errorText(error)}\n`);
  process.exit(1);
}
