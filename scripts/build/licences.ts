// Why: what is bundled comes with the notices that its licence asks for.
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";

/** The licence texts of all packages among the inputs of a build, wherever a link of that name leads to. */
export const licences = (top: string, inputs: readonly string[]): string => {
  const names = new Set(inputs.flatMap((input) => /(?:^|\/)node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(input)?.slice(1, 2) ?? []));
  const notices = [...names].sort().map((name) => {
    const folder = join(top, "node_modules", name);
    const file = readdirSync(folder).find((entry) => /^(licen[cs]e|copying)/i.test(entry));
    if (file === undefined) throw new Error(`${name} is bundled but has no licence file: bundle something else, or leave it a dependency`);
    return `${name}\n\n${readFileSync(join(folder, file), "utf8").trim()}\n`;
  });
  return notices.join(`\n${"-".repeat(72)}\n\n`);
};
