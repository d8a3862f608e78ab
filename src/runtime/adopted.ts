// Original files of an adopted folder: the only ones that the projection may replace.
import type { DropIn } from "../core/dialect.ts";
import { isRecord } from "../core/record.ts";
import type { Digest, Path, Recorded } from "../core/row.ts";

const isDropIn = (path: Path, dropIns: readonly DropIn[]): boolean =>
  dropIns.some(
    ({ folder, ending }) =>
      path.startsWith(`${folder}/`) &&
      path.endsWith(ending) &&
      !path.slice(folder.length + 1).includes("/"),
  );

/** Original files at adoption, by the digests in the run's first event: those to be written, and those of them that were set aside. */
export const adoptedFiles = (
  log: readonly Recorded[],
  files: Readonly<Record<Path, string>>,
  dropIns: readonly DropIn[],
): Readonly<Record<Path, Digest>> => {
  const data = log[0]?.data;
  const digests = isRecord(data) && isRecord(data["digests"]) ? data["digests"] : {};
  return Object.fromEntries(
    Object.entries(digests).flatMap(([path, found]) =>
      typeof found === "string" && (Object.hasOwn(files, path) || isDropIn(path, dropIns))
        ? [[path, found] as const]
        : [],
    ),
  );
};
