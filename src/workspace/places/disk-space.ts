// Check for disk space before a checkout, which would otherwise leave a truncated file.
import { statfsSync } from "node:fs";
import { diskFault } from "../disk/fault.ts";
import { infoOf } from "../git/batch.ts";
import { inUsers, type Repository } from "./repository.ts";
import { isNone, type Raw } from "../git/trees.ts";

/** For the index, references and folders in addition to files. */
const besideBytes = 65_536;

/** Fault DISK_FULL: no room for these files in addition to the existing ones. */
export const needRoom = async (repository: Repository, files: readonly Raw[]): Promise<void> => {
  const ids = files.map(({ id }) => id).filter((id) => !isNone(id));
  if (ids.length === 0) return;
  const found = await infoOf((args, rest) => inUsers(repository, args, rest), ids);
  const { bavail, bsize } = statfsSync(repository.root);
  const blocks = (bytes: number): number => Math.ceil(bytes / bsize);
  const needed = found.reduce((sum, info) => sum + blocks(info?.size ?? 0), blocks(besideBytes));
  if (needed <= bavail) return;
  const short = Object.assign(
    new Error(`${needed * bsize} bytes are needed, ${bavail * bsize} are free`),
    { code: "ENOSPC" },
  );
  throw diskFault(short, "write the files of", repository.root);
};
