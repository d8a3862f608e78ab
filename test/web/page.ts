// Build of the page from the current source, for web tests.
import { execFileSync } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { join } from "node:path";

const top = join(import.meta.dirname, "../..");

/** Builds it into a new folder below `folder`. */
export const builtPage = (folder: string): string => {
  const place = mkdtempSync(join(folder, "page-"));
  const words = [
    "build",
    "web",
    "--config",
    "web/vite.config.ts",
    "--outDir",
    place,
    "--logLevel",
    "error",
  ];
  execFileSync(process.execPath, [join(top, "node_modules/vite/bin/vite.js"), ...words], {
    cwd: top,
    stdio: ["ignore", "ignore", "inherit"],
  });
  return place;
};
