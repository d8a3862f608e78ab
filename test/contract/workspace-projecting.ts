// Process that projects in a loop, for crash and race tests; each file states its version.
import { openWorkspace } from "../../src/workspace/open-workspace.ts";

export const filesOf = (version: number): Readonly<Record<string, string>> => {
  const text = (name: string): string =>
    `${JSON.stringify({ name, version, pad: "x".repeat(((version * 7919) % 13) * 500) })}\n`;
  return {
    "session.json": text("session"),
    ...Object.fromEntries([1, 2, 3, 4, 5].map((id) => [`tasks/${id}.json`, text(`task ${id}`)])),
    ...(version % 3 === 0 ? { "tasks/some.json": text("some") } : {}),
  };
};

const [home, folder, from, step, until] = process.argv.slice(2);
if (home !== undefined && folder !== undefined) {
  const workspace = await openWorkspace({ home });
  for (let version = Number(from); version <= Number(until); version += Number(step)) {
    const { drift, older } = await workspace.project({
      run: "r1",
      folder,
      version,
      files: filesOf(version),
    });
    process.stdout.write(`${JSON.stringify({ version, older, drift })}\n`);
  }
}
