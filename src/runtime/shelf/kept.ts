// Workspace whose stored outputs go through the ledger's shelf, common to all machines.
import { digest } from "../../core/hash.ts";
import { keepLast } from "../../core/keep-last.ts";
import { Fault } from "../../core/refusal.ts";
import type { Digest } from "../../core/row.ts";
import type { LedgerShelf } from "../../ledger/ledger.ts";
import type { Workspace } from "../../workspace/workspace.ts";
import { whyItStays } from "./stays.ts";
import { nullOnFault } from "../on-fault.ts";

/** Puts the stored content of a digest, or the given bytes, on the shelf, unless it must stay here. Faults: the ledger's. */
export type Shelve = (name: Digest, bytes?: Uint8Array) => Promise<void>;

/** Number of remembered uploads: the newest are requested most. */
const most = 10_000;

/** Unreadable content can't be uploaded; `verify` reports it. */
const readable = (workspace: Workspace, name: Digest): Promise<Uint8Array | null> =>
  nullOnFault(() => workspace.kept(name));

export const openShelving = (
  disk: Workspace,
  shelf: LedgerShelf,
): { readonly workspace: Workspace; readonly shelve: Shelve } => {
  const put = new Map<Digest, true>();

  const shelve: Shelve = async (name, given) => {
    if (put.has(name)) return;
    const bytes = given ?? (await readable(disk, name));
    if (bytes !== null && whyItStays(bytes) === null) await shelf.put(bytes);
    if (bytes !== null) keepLast(put, name, true, most);
  };

  /** Fetches missing content from the shelf and stores it here. */
  const kept: Workspace["kept"] = async (name) => {
    const here = await disk.kept(name);
    if (here !== null || !/^[0-9a-f]{64}$/u.test(name)) return here;
    const bytes = await shelf.get(name);
    if (bytes === null) return null;
    if (digest(bytes) !== name)
      throw new Fault(
        "KEPT_DAMAGED",
        `the ledger holds other bytes under ${name} than were kept there`,
        "put it back from a copy of the folder kept, beside the record on the machine that made it, or let the check run again",
      );
    keepLast(put, name, true, most);
    // A full disk doesn't prevent reading it.
    await disk.keep(bytes).catch(() => undefined);
    return bytes;
  };

  /** Rules' facts name outputs that are read from storage. */
  const facts: Workspace["facts"] = async (ground, ask, at) => {
    for (const name of ask.outputs ?? []) await kept(name);
    return disk.facts(ground, ask, at);
  };

  return { workspace: { ...disk, kept, facts }, shelve };
};
