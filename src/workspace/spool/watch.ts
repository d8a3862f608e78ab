// Watcher of the spool for ended jobs: system events, backed by slow polling.
import { type FSWatcher, readdirSync, statSync, watch } from "node:fs";
import { join } from "node:path";

const pollMs = 200;
/** Program output doesn't change the state. */
const noise: ReadonlySet<string> = new Set(["out", "err"]);

const namesIn = (folder: string): readonly string[] => {
  try {
    return readdirSync(folder).filter((name) => !name.startsWith(".") && !noise.has(name));
  } catch {
    return [];
  }
};

/** Entries with their file names: outputs grow without changing it. */
const signatureOf = (
  root: string,
): { readonly text: string; readonly folders: readonly string[] } => {
  const folders: string[] = [];
  const lines: string[] = [];
  for (const run of namesIn(root)) {
    folders.push(join(root, run));
    for (const fence of namesIn(join(root, run))) {
      const folder = join(root, run, fence);
      folders.push(folder);
      const files = namesIn(folder).map(
        (name) =>
          `${name} ${statSync(join(folder, name), { throwIfNoEntry: false })?.mtimeMs ?? 0}`,
      );
      lines.push(`${folder}\n${files.join("\n")}`);
    }
  }
  return { text: lines.join("\n"), folders };
};

/** Calls `hint` soon after an entry changed. Doesn't keep the process alive. */
export const watchSpool = (root: string, hint: () => void): (() => void) => {
  const watchers = new Map<string, FSWatcher>();
  let last = signatureOf(root).text;
  let soon: NodeJS.Timeout | null = null;
  let stopped = false;

  const listen = (folder: string): void => {
    if (watchers.has(folder)) return;
    try {
      const watcher = watch(folder, { persistent: false }, (_event, name) => {
        if (name === null || (!noise.has(name) && !name.startsWith("."))) later();
      });
      watcher.on("error", () => {
        watcher.close();
        watchers.delete(folder);
      });
      watchers.set(folder, watcher);
    } catch {
      // Missing, or out of watches: the slow poll finds it.
      return;
    }
  };
  const look = (): void => {
    const { text, folders } = signatureOf(root);
    listen(root);
    for (const folder of folders) listen(folder);
    for (const [folder, watcher] of watchers) {
      if (folder === root || folders.includes(folder)) continue;
      watcher.close();
      watchers.delete(folder);
    }
    if (text === last) return;
    last = text;
    hint();
  };
  const later = (): void => {
    soon ??= setTimeout(() => {
      soon = null;
      if (!stopped) look();
    }, 5).unref();
  };
  const timer = setInterval(look, pollMs).unref();
  look();
  return () => {
    stopped = true;
    clearInterval(timer);
    if (soon !== null) clearTimeout(soon);
    for (const watcher of watchers.values()) watcher.close();
    watchers.clear();
  };
};
