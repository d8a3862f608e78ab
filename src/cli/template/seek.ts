// Lookup of a template by path or part of its name; asks at a terminal if several match.
import { isAbsolute, relative, resolve } from "node:path";
import type { Document } from "../../core/library.ts";
import { isRefusal, type Refusal } from "../../core/refusal.ts";
import type { Templates } from "../../runtime/system.ts";
import type { Context } from "../verb.ts";

/** A path is relative to the current folder, and shown relative to the root if below it. */
const named = ({ cwd }: Context, root: string, name: string): string => {
  if (!name.startsWith(".") && !name.includes("/")) return name;
  const path = resolve(cwd, name);
  const below = relative(root, path);
  return below === "" || below.startsWith("..") || isAbsolute(below) ? path : `./${below}`;
};

export const seek = async (
  context: Context,
  templates: Templates,
  name: string,
): Promise<Document | Refusal> => {
  const { root } = await context.system();
  const found = await templates.find(named(context, root, name));
  if (isRefusal(found) || !("refused" in found)) return found;
  const { refused, among } = found;
  if (!context.asks || among.length === 0) return refused;
  const choices = among.map((one) => ({ id: one, label: one }));
  const again = await templates.find(
    await context.ask.choose(`Which template is meant by ${name}?`, choices),
  );
  return isRefusal(again) || !("refused" in again) ? again : again.refused;
};
