// Address for answering a notice's question or viewing its run: never with a token.
import type { NotifyTarget, System } from "../../runtime/system.ts";
import type { Notice } from "./notice.ts";

const isAddress = (origin: string): boolean => /^https?:\/\//u.test(origin) && URL.canParse(origin);

/** The page of the newest server for this ledger; null: none on this machine. */
export const pageOf = async ({
  workspace,
  ledger,
}: Pick<System, "workspace" | "ledger">): Promise<string | null> => {
  const up = (await workspace.servers())
    .all()
    .filter((one) => one.ledger === ledger && isAddress(one.origin));
  return up.toSorted((a, b) => a.since.localeCompare(b.since)).at(-1)?.origin ?? null;
};

/** @param page as returned by `pageOf` */
export const linkOf = (
  { link }: Pick<NotifyTarget, "link">,
  page: string | null,
  { run, decision }: Notice,
): string | null => {
  const base = link ?? page;
  if (base === null) return null;
  const path = decision === null ? run : decision.run;
  const search =
    decision === null ? "" : `?${new URLSearchParams({ decide: decision.key }).toString()}`;
  return path === "" ? `${base}/` : `${base}/run/${encodeURIComponent(path)}${search}`;
};
