// Helper of tests: making exports with the program, and reading and writing their lines.
import assert from "node:assert/strict";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { TestContext } from "node:test";
import { at } from "../e2e/desk.ts";
import { scene } from "./tamper.ts";
import type { Scene } from "./tamper.ts";

/** A run, where asked with proofs and work of an agent, and its export as `all.jsonl` beside the repository. */
export const exported = async (
  t: TestContext,
  worked = false,
): Promise<Scene & { readonly file: string }> => {
  const made = await scene(t);
  const { cairn, root, folder } = made;
  await cairn(["decide", "approve-1", "approve"]);
  if (worked) {
    writeFileSync(join(root, "one.txt"), "1\n");
    const agents = { none: { driver: "command", argv: ["true"], done: "exit" } };
    writeFileSync(
      join(root, "cairn.config.json"),
      JSON.stringify({ agents, roles: { "*": "none" } }),
    );
    await cairn(["run", "s"]);
  }
  await made.more();
  const file = join(folder, "all.jsonl");
  const answer = await cairn(["export", "s", "--to", file, "--json"]);
  assert.equal(answer.exit, 0, answer.err + answer.out);
  assert.deepEqual(Object.keys(Object(answer.json())), ["run", "events", "file"]);
  return { ...made, file };
};

export const linesOf = (file: string): string[] => readFileSync(file, "utf8").trimEnd().split("\n");
export const isRow = (line: string): boolean => line.startsWith('{"version"');
export const rowsIn = (given: Scene): unknown =>
  given.hand((db) =>
    db
      .prepare(
        'select run, version, cause, type, at, hash, "by", data from rows where run = ? order by version',
      )
      .all(given.run),
  );
export const write = (file: string, lines: readonly string[]): void =>
  writeFileSync(file, `${lines.join("\n")}\n`);
export const codes = (answer: unknown): unknown => {
  const findings = at(answer, "findings");
  return Array.isArray(findings) ? findings.map((one) => at(one, "code")) : findings;
};
export const forget = ({ root }: Scene): void => {
  for (const end of ["", "-wal", "-shm"])
    rmSync(join(root, `.git/cairn/ledger.db${end}`), { force: true });
};
